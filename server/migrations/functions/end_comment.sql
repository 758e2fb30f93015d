create or replace function end_comment() returns trigger
language plpgsql as $$
declare
  item activity;
  latest timestamptz;
begin
  select * into item
  from activity
  where stream = old.owner_id and act = 'comment' and kind = 'card' and thing_id = old.card_id and ended_xid is null;
  if not found then
    return null;
  end if;
  select max(created_at) into latest from comments
  where owner_id = old.owner_id and card_id = old.card_id and hidden_by is null;
  if latest is distinct from item.created_at then
    perform end_activity(old.owner_id, 'comment', 'card', old.card_id);
    if latest is not null then
      insert into activity (stream, act, kind, thing_id, owner_id, created_at)
      values (old.owner_id, 'comment', 'card', old.card_id, item.owner_id, latest);
    end if;
  end if;
  return null;
end
$$;

create or replace trigger comments_end after delete on comments for each row execute function end_comment();
create or replace trigger comments_end_hidden after update of hidden_by on comments
  for each row when (old.hidden_by is null and new.hidden_by is not null) execute function end_comment();
