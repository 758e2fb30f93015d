-- Finding cards, chains and subjects by their words, also by beginnings and with a slip of the finger.

-- Composed and decomposed letters, accents and case are one; joiners that only shape letters go. Classes like [:punct:] know no
-- punctuation beyond ASCII in the C locale, so the others are spelled out: Latin-1, general, arrows and shapes, CJK, danda.
create function search_words_in(value text) returns setof text
language sql immutable parallel safe strict rows 60
begin atomic
  select distinct left(word, 60)
  from regexp_split_to_table(
    -- Most text is plain ASCII, where folding is nothing but small letters, at a tenth of the price.
    case when octet_length(value) = length(value) then lower(value)
      else translate(public.plain_text(value), U&'\200B\200C\200D\2060\FEFF\00AD', '') end,
    '[[:space:][:punct:]\u0080-\u00A9\u00AB-\u00B1\u00B4\u00B6-\u00B8\u00BB\u00BF\u00D7\u00F7\u0964\u0965\u2000-\u206F\u2190-\u2BFF\u3000-\u3003\u3008-\u301F\uFF01-\uFF0F]+'
  ) as word
  where word <> '';
end;

-- What a thing is found by; of a very long text its first pages count. A mark in front says where a key comes from: ^ a word of the title, = the stem of a word,
-- # a tag, @ a name of its maker. Words hold no punctuation, so the kinds never meet.
create function search_keys(title text, tags text[], body text, maker text) returns tsvector
language sql immutable parallel safe
begin atomic
  with words as (
    select distinct word from (
      select word from search_words_in(title) as word
      union all
      select word from search_words_in(array_to_string(coalesce(tags, '{}'), ' ')) as word
      union all
      select word from search_words_in(left(coalesce(body, ''), 20000)) as word
    ) as all_words
  )
  select coalesce(array_to_tsvector(array_agg(distinct key)), ''::tsvector)
  from (
    select word as key from words
    union all
    select '=' || stem from words, unnest(ts_lexize('pg_catalog.english_stem', word)) as stem
    union all
    select '^' || word from search_words_in(title) as word
    union all
    select '#' || plain_text(left(tag, 60)) from unnest(coalesce(tags, '{}')) as tag
    union all
    select '@' || word from search_words_in(maker) as word
  ) as keys;
end;

-- Apart from the things themselves: a like changes a card's row and with it every index on that row, and these are large.
create table card_search (
  card_id bigint primary key references cards (id) on delete cascade,
  keys tsvector not null
);
create table chain_search (
  chain_id bigint primary key references chains (id) on delete cascade,
  keys tsvector not null
);
create table subject_search (
  subject_id bigint primary key references subjects (id) on delete cascade,
  keys tsvector not null
);

-- Plans depend on how common a word is, so the planner gets to know many of them.
alter table card_search alter column keys set statistics 1000;
alter table chain_search alter column keys set statistics 1000;
alter table subject_search alter column keys set statistics 1000;

-- Every word that is used somewhere, to tell a slip from a word that is merely rare. Ordered by bytes, so that beginnings are a range.
create function slips_of(word text) returns text[]
language sql immutable parallel safe strict
return array(select slips(word));

create table search_words (
  word text collate "C" primary key,
  slips text[] not null generated always as (slips_of(word)) stored
);

-- Always in the same order: two who write the same new words wait for each other instead of blocking each other.
create function learn_search_words() returns trigger
language plpgsql as $$
begin
  insert into search_words (word)
  select key from unnest(tsvector_to_array(new.keys)) as key
  where key !~ '^[\^=#]' and not exists (select from search_words as known where known.word = key)
  order by key collate "C"
  on conflict do nothing;
  return null;
end
$$;

create trigger card_search_learns after insert or update on card_search
  for each row execute function learn_search_words();
create trigger chain_search_learns after insert or update on chain_search
  for each row execute function learn_search_words();
create trigger subject_search_learns after insert or update on subject_search
  for each row execute function learn_search_words();

create function index_card() returns trigger
language plpgsql as $$
begin
  insert into card_search (card_id, keys)
  select new.id, search_keys(new.title, new.tags, new.text, first_name || ' ' || last_name)
  from users where id = new.owner_id
  on conflict (card_id) do update set keys = excluded.keys where card_search.keys <> excluded.keys;
  return null;
end
$$;

create function index_chain() returns trigger
language plpgsql as $$
begin
  insert into chain_search (chain_id, keys)
  select new.id, search_keys(new.title, null, new.description, first_name || ' ' || last_name)
  from users where id = new.owner_id
  on conflict (chain_id) do update set keys = excluded.keys where chain_search.keys <> excluded.keys;
  return null;
end
$$;

create function index_subject() returns trigger
language plpgsql as $$
begin
  insert into subject_search (subject_id, keys)
  select new.id, search_keys(new.title, null, new.description, first_name || ' ' || last_name)
  from users where id = new.owner_id
  on conflict (subject_id) do update set keys = excluded.keys where subject_search.keys <> excluded.keys;
  return null;
end
$$;

create trigger cards_are_found after insert or update of title, text, tags, owner_id on cards
  for each row execute function index_card();
create trigger chains_are_found after insert or update of title, description, owner_id on chains
  for each row execute function index_chain();
create trigger subjects_are_found after insert or update of title, description, owner_id on subjects
  for each row execute function index_subject();

-- Things are found by the name of whoever made them, so a new name goes to all of them.
create function index_works() returns trigger
language plpgsql as $$
declare
  names tsvector := search_keys('', null, null, new.first_name || ' ' || new.last_name);
begin
  update card_search set keys = without_makers(keys) || names
  from cards where cards.owner_id = new.id and card_id = cards.id;
  update chain_search set keys = without_makers(keys) || names
  from chains where chains.owner_id = new.id and chain_id = chains.id;
  update subject_search set keys = without_makers(keys) || names
  from subjects where subjects.owner_id = new.id and subject_id = subjects.id;
  return null;
end
$$;

create function without_makers(keys tsvector) returns tsvector
language sql immutable parallel safe strict
return ts_delete(keys, array(select key from unnest(tsvector_to_array(keys)) as key where key ^@ '@'));

create trigger users_rename_their_works after update of first_name, last_name on users
  for each row when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name))
  execute function index_works();

-- What is typed, as questions to the keys. `every` must hold: each word itself, a word it begins, one of the same stem, or, where
-- nobody ever used such a word, one that a slip would explain. A word that nothing explains is left out as long as another
-- remains; so are words like "the". `titles` and `whole` say how good a match is: all of it in the title, no word only begun.
create function ask_search(typed text, out every tsquery, out titles tsquery, out whole tsquery)
language plpgsql stable parallel safe as $$
declare
  token text;
  asked text;
  stem text[];
  near text[];
  any_of text[] := '{}';
  in_title text[] := '{}';
  as_whole text[] := '{}';
  lost text;
  small text;
begin
  for token, asked in
    select part, key from (
      select part, coalesce(word, '') as key, n, m
      from regexp_split_to_table(left(typed, 200), '\s+') with ordinality as parts (part, n)
      left join lateral (
        select word, m from search_words_in(part) with ordinality as words (word, m)
      ) as words on true
    ) as keyed
    where key <> ''
    order by n, m
    limit 8
  loop
    if token ^@ '#' then
      any_of := any_of || (quote_literal('#' || asked) || ':*');
      in_title := in_title || (quote_literal('#' || asked) || ':*');
      as_whole := as_whole || quote_literal('#' || asked);
      continue;
    end if;
    stem := ts_lexize('pg_catalog.english_stem', asked);
    if stem = '{}' then
      small := coalesce(small, asked);
      continue;
    end if;
    if length(asked) < 3 then
      any_of := any_of || format('(%L | %L:*)', asked, '^' || asked);
      in_title := in_title || (quote_literal('^' || asked) || ':*');
      as_whole := as_whole || quote_literal(asked);
    elsif exists (select from search_words where word ^@ asked)
      or exists (select from search_words where word ^@ ('@' || asked))
      or exists (select from search_words where word ^@ stem[1]) then
      any_of := any_of || format('(%L:* | %L | %L:*)', asked, '=' || stem[1], '@' || asked);
      in_title := in_title || format('(%L:* | %L)', '^' || asked, '^' || stem[1]);
      as_whole := as_whole || format('(%L | %L)', asked, '@' || asked);
    else
      near := array(
        select word from search_words
        where search_words.slips && slips_of(asked) or search_words.slips && slips_of('@' || asked)
        order by abs(length(word) - length(asked)), word
        limit 6
      );
      if near = '{}' then
        lost := coalesce(lost, asked);
        continue;
      end if;
      any_of := any_of || ('(' || (select string_agg(quote_literal(word), ' | ') from unnest(near) as word) || ')');
      in_title := in_title || ('(' || (select string_agg(quote_literal('^' || word), ' | ') from unnest(near) as word) || ')');
      as_whole := as_whole || ('(' || (select string_agg(quote_literal(word), ' | ') from unnest(near) as word) || ')');
    end if;
  end loop;
  if any_of = '{}' and coalesce(lost, small) is not null then
    any_of := array[quote_literal(coalesce(lost, small))];
    in_title := array[quote_literal('^' || coalesce(lost, small))];
    as_whole := any_of;
  end if;
  every := nullif(array_to_string(any_of, ' & '), '')::tsquery;
  titles := nullif(array_to_string(in_title, ' & '), '')::tsquery;
  whole := nullif(array_to_string(as_whole, ' & '), '')::tsquery;
end
$$;

insert into card_search (card_id, keys)
select cards.id, search_keys(title, cards.tags, text, first_name || ' ' || last_name)
from cards join users on users.id = owner_id;
insert into chain_search (chain_id, keys)
select chains.id, search_keys(title, null, description, first_name || ' ' || last_name)
from chains join users on users.id = owner_id;
insert into subject_search (subject_id, keys)
select subjects.id, search_keys(title, null, description, first_name || ' ' || last_name)
from subjects join users on users.id = owner_id;

create index card_search_by_key on card_search using gin (keys);
create index chain_search_by_key on chain_search using gin (keys);
create index subject_search_by_key on subject_search using gin (keys);
create index search_words_by_slip on search_words using gin (slips);
