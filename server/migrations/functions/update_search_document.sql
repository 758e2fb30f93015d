-- Writes the document of a public card, chain or subject; others have none. The argument of the trigger is the kind.
create or replace function update_search_document() returns trigger
language plpgsql as $$
begin
  if new.visibility = 'public' then
    -- Waits for a change of the owner's name, which would miss this document. A share lock would deadlock with the lock
    -- of the owner's lists, which comes later.
    perform from users where id = new.owner_id for no key update;
    insert into search_documents as document (kind, id, keys)
    select kind, id, keys from searchable where kind = tg_argv[0]::integer and id = new.id
    on conflict (kind, id) do update set keys = excluded.keys where document.keys <> excluded.keys;
  else
    delete from search_documents where kind = tg_argv[0]::integer and id = old.id;
  end if;
  return null;
end
$$;

create or replace trigger cards_update_search
  after insert or delete or update of title, text, tags, owner_id, visibility, scene_id on cards
  for each row execute function update_search_document('3');
create or replace trigger chains_update_search after insert or delete or update of title, description, owner_id, visibility on chains
  for each row execute function update_search_document('2');
create or replace trigger subjects_update_search after insert or delete or update of title, description, owner_id, visibility on subjects
  for each row execute function update_search_document('1');
