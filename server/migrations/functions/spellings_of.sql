-- needs: plain_words

-- The spellings of a topic: its words one after the other, or written as one word, as tags have to be. The lead is the
-- longest word.
create or replace function spellings_of(name text) returns table (lead text, asked tsquery)
language sql immutable parallel safe strict
begin atomic
  select (select word from unnest(words) as word order by length(word) desc, word limit 1),
    (select string_agg(format('''%s''', word), ' <-> ' order by at) from unnest(words) with ordinality as listed (word, at))::tsquery
  from plain_words(name) as words
  where words <> '{}'
  union
  select joined, format('''%s''', joined)::tsquery
  from plain_words(name) as words, left(array_to_string(words, ''), 200) as joined
  where words <> '{}';
end;
