-- needs: plain_words

-- All words of a card with their positions. A control character separates title, tags and text, so that words on both
-- sides are no neighbours. A tsvector has positions up to 16383 and 256 of each word; names of several words are not
-- found beyond.
create or replace function words_of_card(title text, tags text[], body text) returns tsvector
language sql immutable parallel safe
return (
  select coalesce(string_agg('''' || left(word, 200) || ''':' || least(place, 16383), ' ')::tsvector, '')
  from unnest(plain_words(concat_ws(U&' \0001 ', title, array_to_string(tags, U&' \0001 '), body)))
    with ordinality as said (word, place)
  where word <> U&'\0001'
);
