-- needs: name_words slips

-- Words of a name for prefixes, and their slips. Used by users.search_keys: a change needs a migration that rewrites
-- the column. Words contain neither ~ nor quotes.
create or replace function name_keys(value text) returns tsvector
language sql immutable parallel safe strict
return (
  select coalesce(array_to_tsvector(array_agg(key)), ''::tsvector)
  from (
    select word as key from unnest(name_words(value)) as word
    union
    select slip from unnest(name_words(value)) as word, slips(word) as slip
  ) as keys
);
