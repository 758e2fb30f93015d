-- Which cards are about which topic: kept by the database itself, so that no writer of cards can forget it.

-- The words of a text in their order, without case and accents. Listed are the characters between words, because classes like
-- \w are another set in every locale, and none of them knows the vowel signs of Devanagari. Joiners and soft hyphens are inside of words.
-- Most texts need no normalizing, which is by far the slowest part of plain_text().
create function plain_words(value text) returns text[]
language sql immutable parallel safe strict
return (
  select array_remove(regexp_split_to_array(
    -- C, C++ and C# are three things.
    regexp_replace(regexp_replace(plain,
      '(?<![a-z0-9])([a-z])\+\+', '\1plusplus', 'g'),
      '(?<![a-z0-9])([a-z])#(?![a-z0-9])', '\1sharp', 'g'),
    '[\u0002-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF\u00D7\u00F7\u037E\u0387\u0589\u05BE\u05C0\u05C3\u060C\u061B\u061F\u06D4\u0964\u0965\u0970\u1680\u2000-\u2BFF\u2E00-\u2E7F\u3000-\u3004\u3008-\u3020\u3030\u30FB\uFE00-\uFE6F\uFFF0-\uFFFD\U0001F000-\U0001FAFF]+'
  ), '')
  from (
    select case
      when octet_length(value) = length(value) then lower(value)
      else regexp_replace(
        case
          when value is nfkc normalized then lower(public.unaccent('public.unaccent'::regdictionary, value))
          else plain_text(value)
        end,
        '[\u00AD\u200C\u200D\u2060\uFEFF]', '', 'g')
    end as plain
  ) as folded
);

-- Everything a card says, with the place of each word. A control character stands between title, tags and text, so that
-- words on both sides are no neighbours. Places end at 16383, and a word has 256 of them: in a text as long as that the rest
-- is not looked at for names of several words. The longest word an index takes is longer than any topic.
create function words_of_card(title text, tags text[], body text) returns tsvector
language sql immutable parallel safe
return (
  select coalesce(string_agg('''' || left(word, 200) || ''':' || least(place, 16383), ' ')::tsvector, '')
  from unnest(plain_words(concat_ws(U&' \0001 ', title, array_to_string(tags, U&' \0001 '), body)))
    with ordinality as said (word, place)
  where word <> U&'\0001'
);

-- The ways to write a topic: its words one after the other, or all in one, as tags have to be. The lead is the word to find it by.
create function spellings_of(name text) returns table (lead text, asked tsquery)
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

create table topic_spellings (
  topic_id bigint not null references topics (id) on delete cascade,
  lead text not null,
  asked tsquery not null,
  constraint topic_spellings_once primary key (topic_id, asked)
);

create index topic_spellings_by_lead on topic_spellings (lead);

-- Not a column of cards: these change with every like, and all of a card's words would be indexed anew each time.
create table card_words (
  card_id bigint primary key,
  words tsvector not null
);

create index card_words_said on card_words using gin (words);

-- Only the triggers below write here. Foreign keys would lock the card, whose writer may be waiting for the topic, and look for the
-- topic once per card, which takes longer than everything else.
alter table card_topics drop constraint card_topics_card_id_fkey, drop constraint card_topics_topic_id_fkey;

-- Many may write cards at once, but nobody while a topic is written: each would miss what the other has not committed yet.
-- 4726004 is any number that nothing else locks.
create function name_topics_of_card() returns trigger
language plpgsql as $$
declare
  said tsvector;
begin
  perform pg_advisory_xact_lock_shared(4726004);
  if tg_op = 'DELETE' then
    delete from card_topics where card_id = old.id;
    delete from card_words where card_id = old.id;
    return null;
  end if;
  said := words_of_card(new.title, new.tags, new.text);
  insert into card_words (card_id, words) values (new.id, said)
  on conflict (card_id) do update set words = excluded.words;
  delete from card_topics
  where card_id = new.id
    and not exists (select from topic_spellings as spelling where spelling.topic_id = card_topics.topic_id and said @@ spelling.asked);
  insert into card_topics (topic_id, card_id)
  select distinct spelling.topic_id, new.id
  from unnest(said) as word join topic_spellings as spelling on spelling.lead = word.lexeme
  where said @@ spelling.asked
  on conflict do nothing;
  return null;
end
$$;

create trigger cards_name_topics after insert or delete on cards
  for each row execute function name_topics_of_card();
create trigger cards_name_other_topics after update of title, tags, text on cards
  for each row
  when (old.title is distinct from new.title or old.tags is distinct from new.tags or old.text is distinct from new.text)
  execute function name_topics_of_card();

create function find_cards_of_topic() returns trigger
language plpgsql as $$
declare
  spelling record;
begin
  perform pg_advisory_xact_lock(4726004);
  if tg_op = 'DELETE' then
    delete from card_topics where topic_id = old.id;
    return null;
  end if;
  delete from topic_spellings where topic_id = new.id;
  delete from card_topics where topic_id = new.id;
  for spelling in select lead, asked from spellings_of(new.name) loop
    insert into topic_spellings (topic_id, lead, asked) values (new.id, spelling.lead, spelling.asked);
    insert into card_topics (topic_id, card_id)
    select new.id, card_id from card_words where words @@ spelling.asked
    on conflict do nothing;
  end loop;
  return null;
end
$$;

create trigger topics_find_cards after insert or delete on topics
  for each row execute function find_cards_of_topic();
create trigger topics_find_other_cards after update of name on topics
  for each row when (old.name is distinct from new.name) execute function find_cards_of_topic();

insert into card_words (card_id, words) select id, words_of_card(title, tags, text) from cards;
