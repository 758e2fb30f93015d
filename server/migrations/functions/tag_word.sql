-- needs: plain_words

-- A tag as one word, as it is indexed and searched for: solarsystem for #solar_system. A tag without words, such as an
-- emoji, stays as it is, but for quotes and backslashes, which would have to be escaped in a tsquery.
create or replace function tag_word(tag text) returns text
language sql immutable parallel safe strict
return left(coalesce(nullif(array_to_string(plain_words(tag), ''), ''), translate(tag, '#''\', '')), 60);
