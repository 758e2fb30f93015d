-- The deletion neighbourhood of a word: the word, and the word without one of its characters, each marked with ~. Two
-- words that share a form differ by one typing error: a character more, less or other, or two swapped. Trigrams miss
-- these in short words and outside ASCII in the C locale. A stem (=theori) is no correction, so it has none. Used by
-- search_words.slips and name_keys: a change needs a migration that rewrites that column and users.search_keys.
create or replace function slips_of(word text) returns text[]
language sql immutable parallel safe strict
return array(
  select '~' || word where word !~ '^='
  union
  select '~' || overlay(word placing '' from place for 1)
  from generate_series(1, least(length(word), 20)) as place
  where length(word) > 3 and word !~ '^='
);
