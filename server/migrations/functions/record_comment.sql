-- All comments of a user on a card are one row, at the time of the latest.
create or replace function record_comment() returns trigger
language plpgsql as $$
declare
  latest timestamptz := new.created_at;
begin
  select greatest(created_at, latest) into latest
  from activity
  where stream = new.owner_id and act = 'comment' and kind = 'card' and thing_id = new.card_id and ended_xid is null;
  if found then
    perform end_activity(new.owner_id, 'comment', 'card', new.card_id);
  end if;
  insert into activity (stream, act, kind, thing_id, owner_id, created_at)
  select new.owner_id, 'comment', 'card', id, owner_id, coalesce(latest, new.created_at)
  from cards
  where id = new.card_id and visibility = 'public';
  return null;
end
$$;

create or replace trigger comments_record after insert on comments for each row execute function record_comment();
create or replace trigger comments_record_restored after update of hidden_by on comments
  for each row when (old.hidden_by is not null and new.hidden_by is null) execute function record_comment();
