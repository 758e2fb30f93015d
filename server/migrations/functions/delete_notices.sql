-- What is deleted takes the notices about it along. The argument of the trigger is the kind.
create or replace function delete_notices() returns trigger
language plpgsql as $$
begin
  delete from notices where object_id = old.id and object_kind = tg_argv[0]::notice_object;
  return old;
end
$$;

create or replace trigger cards_delete_notices before delete on cards for each row execute function delete_notices('card');
create or replace trigger chains_delete_notices before delete on chains for each row execute function delete_notices('chain');
create or replace trigger subjects_delete_notices before delete on subjects for each row execute function delete_notices('subject');
