-- Runs before foreign keys delete likes and comments, so that these find no row to end. The argument of the trigger is
-- the kind.
create or replace function delete_activity() returns trigger
language plpgsql as $$
begin
  delete from activity where kind = tg_argv[0]::activity_kind and thing_id = old.id;
  return old;
end
$$;

create or replace trigger cards_delete_activity before delete on cards for each row execute function delete_activity('card');
create or replace trigger chains_delete_activity before delete on chains for each row execute function delete_activity('chain');
create or replace trigger subjects_delete_activity before delete on subjects for each row execute function delete_activity('subject');
