-- While content is hidden, the owner's choice of visibility is in `shown_as`. Restoring it sets `hidden_by` to null
-- and `visibility` to `shown_as`.
create or replace function keep_hidden() returns trigger
language plpgsql as $$
begin
  if new.hidden_by is null then
    new.shown_as := null;
  else
    new.shown_as := case
      when new.visibility <> 'hidden' then new.visibility
      when old.visibility <> 'hidden' then old.visibility
      else new.shown_as
    end;
    new.visibility := 'hidden';
  end if;
  return new;
end
$$;

-- The names sort before those of date_publication(), which must see the resulting visibility.
create or replace trigger cards_apply_hidden before update of visibility, hidden_by on cards
  for each row when (old.hidden_by is not null or new.hidden_by is not null) execute function keep_hidden();
create or replace trigger chains_apply_hidden before update of visibility, hidden_by on chains
  for each row when (old.hidden_by is not null or new.hidden_by is not null) execute function keep_hidden();
create or replace trigger subjects_apply_hidden before update of visibility, hidden_by on subjects
  for each row when (old.hidden_by is not null or new.hidden_by is not null) execute function keep_hidden();
