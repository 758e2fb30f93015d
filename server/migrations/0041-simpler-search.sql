-- search_bucket_keys() names the buckets itself.
-- needs: search_bucket_keys

drop function if exists search_bucket;
