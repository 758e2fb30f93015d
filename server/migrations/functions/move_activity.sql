-- Takes everything about content that is not public any more out of the feeds, and puts it back at its old times. The
-- argument of the trigger is the kind.
create or replace function move_activity() returns trigger
language plpgsql as $$
begin
  if new.visibility = 'public' then
    insert into activity (stream, act, kind, thing_id, owner_id, great, created_at)
    select stream, act, kind, thing_id, owner_id, great, created_at
    from current_activity
    where kind = tg_argv[0]::activity_kind and thing_id = new.id;
  else
    update activity
    set ended_xid = pg_current_xact_id(), ended_at = now()
    where kind = tg_argv[0]::activity_kind and thing_id = new.id and ended_xid is null;
  end if;
  return null;
end
$$;

create or replace trigger cards_move_activity after update of visibility on cards
  for each row when ((old.visibility = 'public') <> (new.visibility = 'public')) execute function move_activity('card');
create or replace trigger chains_move_activity after update of visibility on chains
  for each row when ((old.visibility = 'public') <> (new.visibility = 'public')) execute function move_activity('chain');
create or replace trigger subjects_move_activity after update of visibility on subjects
  for each row when ((old.visibility = 'public') <> (new.visibility = 'public')) execute function move_activity('subject');
