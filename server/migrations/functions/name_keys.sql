-- needs: plain_words slips_of

-- Words of a name for prefixes, and their slips. Used by users.search_keys: a change needs a migration that rewrites
-- the column. Words contain neither ~ nor quotes.
create or replace function name_keys(value text) returns tsvector
language sql immutable parallel safe strict
return array_to_tsvector(array(select unnest(word || slips_of(word)) from unnest(plain_words(value)) as word));
