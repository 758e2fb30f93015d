-- The words of an owner's name are words of the document like all others.
-- needs: search_keys searchable add_search_words

update search_documents as document set keys = thing.keys
from searchable as thing
where (document.kind, document.id) = (thing.kind, thing.id) and document.keys <> thing.keys;
