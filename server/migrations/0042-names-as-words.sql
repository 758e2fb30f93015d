-- The words of an owner's name are words of the document like all others, and one function writes the documents.
-- needs: search_keys searchable update_search_document add_search_words

drop function if exists rename_search_owner;

update search_documents as document set keys = thing.keys
from searchable as thing
where (document.kind, document.id) = (thing.kind, thing.id) and document.keys <> thing.keys;
