-- The deletion neighbourhood of a word: the word, and the word without one of its characters, each marked with ~. Two
-- words that share a form differ by one typing error: a character more, less or other, or two swapped. Trigrams miss
-- these in short words and outside ASCII in the C locale.
create or replace function slips(word text) returns setof text
language sql immutable parallel safe strict rows 8
begin atomic
  select '~' || word
  union
  select '~' || overlay(word placing '' from place for 1)
  from generate_series(1, least(length(word), 20)) as place
  where length(word) > 3;
end;
