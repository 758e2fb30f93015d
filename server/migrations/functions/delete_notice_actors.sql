create or replace function delete_notice_actors() returns trigger
language plpgsql as $$
begin
  delete from notice_actors where notice_id = old.id;
  return null;
end
$$;

create or replace trigger notices_delete_actors after delete on notices
  for each row execute function delete_notice_actors();
