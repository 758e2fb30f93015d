-- GIN returns all documents with a key and not the newest. So in the index each key carries its kind and a bucket of
-- 16,384 ids.
create or replace function search_bucket(kind integer, bucket bigint) returns text
language sql immutable parallel safe strict
return kind::text || '.' || bucket::text || ':';
