-- Tells all processes that an admin hid something or showed it again. What they cache for longer than five seconds must
-- go then too.
create or replace function tell_hiding() returns trigger
language plpgsql as $$
begin
  perform pg_notify('hiding_changed', '');
  return null;
end
$$;

create or replace trigger cards_tell_hiding after update of hidden_by on cards
  for each statement execute function tell_hiding();
create or replace trigger chains_tell_hiding after update of hidden_by on chains
  for each statement execute function tell_hiding();
create or replace trigger subjects_tell_hiding after update of hidden_by on subjects
  for each statement execute function tell_hiding();
