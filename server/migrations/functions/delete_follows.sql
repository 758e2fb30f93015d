-- The argument of the trigger is the kind.
create or replace function delete_follows() returns trigger
language plpgsql as $$
begin
  delete from follows where kind = tg_argv[0]::follow_kind and thing_id = old.id;
  return null;
end
$$;

create or replace trigger chains_delete_follows after delete on chains for each row execute function delete_follows('chain');
create or replace trigger subjects_delete_follows after delete on subjects for each row execute function delete_follows('subject');
