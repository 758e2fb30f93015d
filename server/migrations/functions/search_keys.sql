-- needs: plain_words tag_word

-- The words of a document, plain and with a mark: ^ in the title, = stem of a word, # tag. Words contain no punctuation, so
-- the marks are unambiguous. A stem that is also a word of the document gets no key of its own.
create or replace function search_keys(title text, tags text[], body text, owner_name text) returns tsvector
language sql immutable parallel safe
begin atomic
  with words as (
    select distinct left(word, 60) as word
    from unnest(plain_words(concat_ws(' ', title, array_to_string(tags, ' '), left(body, 20000), owner_name))) as word
  )
  select array_to_tsvector(array(
    select word from words
    union all
    select '=' || stem
    from (select unnest(ts_lexize('pg_catalog.english_stem', word)) from words except select word from words) as stems (stem)
    union all
    select '^' || left(word, 60) from unnest(plain_words(title)) as word
    union all
    select '#' || word from unnest(tags) as tag cross join tag_word(tag) as word where word <> ''
  ));
end;
