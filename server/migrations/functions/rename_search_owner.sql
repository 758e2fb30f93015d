create or replace function rename_search_owner() returns trigger
language plpgsql as $$
begin
  update search_documents as document set keys = thing.keys
  from searchable as thing
  where owner_id = new.id and (document.kind, document.id) = (thing.kind, thing.id);
  return null;
end
$$;

create or replace trigger users_rename_search_owner after update of first_name, last_name on users
  for each row when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name))
  execute function rename_search_owner();
