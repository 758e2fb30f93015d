-- A GIN index returns all documents with a key, not the newest. So in the index each key carries its kind and a bucket of
-- 16,384 ids. Used by the index search_documents_by_key: a change needs a migration that rebuilds it.
create or replace function search_bucket_keys(kind integer, id bigint, keys tsvector) returns tsvector
language sql immutable parallel safe strict
return array_to_tsvector(array(select kind || '.' || (id >> 14) || ':' || key from unnest(tsvector_to_array(keys)) as key));
