-- The words of an owner's name are words of the document like all others, and one function writes the documents.
-- needs: searchable update_search_document

drop trigger if exists users_rename_search_owner on users;
drop function if exists rename_search_owner;

update search_documents as document set keys = thing.keys
from searchable as thing
where (document.kind, document.id) = (thing.kind, thing.id) and document.keys <> thing.keys;
