-- Full-text search over cards, chains and subjects: one table of documents, one index, one function that finds the newest matches.

drop trigger users_rename_their_works on users;
drop trigger cards_are_found on cards;
drop trigger cards_are_ranked on cards;
drop trigger chains_are_found on chains;
drop trigger chains_are_ranked on chains;
drop trigger subjects_are_found on subjects;
drop trigger subjects_are_ranked on subjects;
drop table card_search, chain_search, subject_search, search_words;
drop function index_card, index_chain, index_subject, index_works, rank_card, rank_chain, rank_subject, learn_search_words,
  find_newest_cards, find_newest_chains, find_newest_subjects, find_cards, find_chains, find_subjects,
  rank_cards, rank_chains, rank_subjects, ask_search, search_keys, search_words_in, without_makers,
  keys_in_stretch, search_stretch;
-- 0029 leaves temporary functions that use it if it ran in the same session.
drop function search_bonus cascade;

-- Case, accents and zero-width characters do not count. [:punct:] covers only ASCII in the C locale, so the ranges of other punctuation
-- are listed: Latin-1, danda, general punctuation, arrows and shapes, CJK.
create function search_words_in(value text) returns setof text
language sql immutable parallel safe strict rows 60
begin atomic
  select distinct left(word, 60)
  from regexp_split_to_table(
    -- unaccent and normalize take ten times as long as lower, and ASCII does not need them.
    case when octet_length(value) = length(value) then lower(value)
      else translate(public.plain_text(value), U&'\200B\200C\200D\2060\FEFF\00AD', '') end,
    '[[:space:][:punct:]\u0080-\u00A9\u00AB-\u00B1\u00B4\u00B6-\u00B8\u00BB\u00BF\u00D7\u00F7\u0964\u0965\u2000-\u206F\u2190-\u2BFF\u3000-\u3003\u3008-\u301F\uFF01-\uFF0F]+'
  ) as word
  where word <> '';
end;

-- The words of a document. The first character tells where a key comes from: ^ title, = stem of a word, # tag, @ name of the owner.
-- Words contain no punctuation, so the sources cannot be confused. A stem that is also a word of the document gets no key of its own.
create function search_keys(title text, tags text[], body text, owner_name text) returns tsvector
language sql immutable parallel safe
begin atomic
  with words as (
    select word from search_words_in(concat_ws(' ', title, array_to_string(tags, ' '), left(body, 20000))) as word
  )
  select array_to_tsvector(array(
    select word from words
    union all
    select '=' || stem
    from (select unnest(ts_lexize('pg_catalog.english_stem', word)) from words except select word from words) as stems (stem)
    union all
    select '^' || word from search_words_in(title) as word
    union all
    select '#' || plain_text(left(tag, 60)) from unnest(tags) as tag
    union all
    select '@' || word from search_words_in(owner_name) as word
  ));
end;

-- What search knows about each thing. Among things of equal rank the higher kind comes first. A comment counts as two likes.
create view searchable as
select kind, id, owner_id, title, tags, body,
  case when great then 2 else 0 end + case when liveliness >= 99 then 2 when liveliness >= 9 then 1 else 0 end as quality
from (
  select 3 as kind, id, owner_id, title, tags, text as body, great, like_count + 2 * comment_count as liveliness from cards
  union all
  select 2, id, owner_id, title, null, description, great, like_count from chains
  union all
  select 1, id, owner_id, title, null, description, great, like_count from subjects
) as things;

-- A table of its own: every like updates the row of a card, and would write all its keys into the index again.
create table search_documents (
  kind integer not null,
  id bigint not null,
  keys tsvector not null,
  primary key (kind, id)
);

-- Every word in use, to correct typing errors. In byte order, so that the words with a prefix are a range.
create table search_words (
  word text collate "C" primary key,
  slips text[] not null generated always as (slips_of(word)) stored
);
create index search_words_by_slip on search_words using gin (slips);

-- GIN returns all documents with a key and not the newest. So in the index each key carries its kind and a bucket of 16,384 ids.
create function search_bucket(kind integer, number bigint) returns text
language sql immutable parallel safe strict
return kind::text || to_hex(number) || ':';

create function search_bucket_keys(kind integer, id bigint, keys tsvector) returns tsvector
language sql immutable parallel safe strict
return array_to_tsvector(array(select search_bucket(kind, id >> 14) || key from unnest(tsvector_to_array(keys)) as key));

-- In a fixed order, so that two transactions that add the same words do not deadlock.
create function add_search_words() returns trigger
language plpgsql as $$
begin
  insert into search_words (word)
  select word
  from (select distinct ltrim(key, '@') from unnest(tsvector_to_array(new.keys)) as key where key !~ '^[\^=#]') as used (word)
  where not exists (select from search_words as known where known.word = used.word)
  order by word collate "C"
  on conflict do nothing;
  return null;
end
$$;

create function update_search_document() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from search_documents where kind = tg_argv[0]::integer and id = old.id;
    return null;
  end if;
  insert into search_documents as document (kind, id, keys)
  select kind, thing.id, search_keys(title, thing.tags, body, first_name || ' ' || last_name)
  from searchable as thing join users on users.id = owner_id
  where kind = tg_argv[0]::integer and thing.id = new.id
  on conflict (kind, id) do update set keys = excluded.keys where document.keys <> excluded.keys;
  return null;
end
$$;

create function rename_search_owner() returns trigger
language plpgsql as $$
begin
  update search_documents
  set keys = ts_delete(keys, array(select '@' || word from search_words_in(old.first_name || ' ' || old.last_name) as word))
    || array_to_tsvector(array(select '@' || word from search_words_in(new.first_name || ' ' || new.last_name) as word))
  where (kind, id) in (select kind, id from searchable where owner_id = new.id);
  return null;
end
$$;

-- What is typed, as queries to the keys. `parts` must all match: each word as it is, as a prefix or by its stem, or, if no such word is in
-- use, the words that differ by one typing error. Unknown words and stop words are ignored as long as another word remains. `titles` matches if
-- all words are in the title, `whole` if no word is only a prefix.
create function search_query(typed text, out parts tsquery[], out titles tsquery, out whole tsquery)
language plpgsql stable parallel safe set plan_cache_mode = force_generic_plan as $$
declare
  typed_word text;
  is_tag boolean;
  stem text[];
  spellings text[];
  stop_word text;
  is_unknown boolean := false;
  part tsquery;
  title tsquery;
  exact tsquery;
begin
  for typed_word, is_tag in
    select word, token ^@ '#'
    from regexp_split_to_table(left(typed, 200), '\s+') with ordinality as tokens (token, n), search_words_in(token) as word
    order by n
    limit 8
  loop
    stem := ts_lexize('pg_catalog.english_stem', typed_word);
    if is_tag then
      part := format('%L:*', '#' || typed_word);
      title := part;
      exact := format('%L', '#' || typed_word);
    elsif stem = '{}' then
      stop_word := coalesce(stop_word, typed_word);
      continue;
    elsif length(typed_word) < 3 then
      part := format('%L | %L:*', typed_word, '^' || typed_word);
      title := format('%L:*', '^' || typed_word);
      exact := format('%L', typed_word);
    elsif exists (select from search_words where word >= typed_word and word < typed_word || U&'\+10FFFF')
      or exists (select from search_words where word >= stem[1] and word < stem[1] || U&'\+10FFFF') then
      part := format('%L:* | %L | %L | %L:*', typed_word, '=' || stem[1], stem[1], '@' || typed_word);
      title := format('%L:* | %L', '^' || typed_word, '^' || stem[1]);
      exact := format('%L | %L', typed_word, '@' || typed_word);
    else
      spellings := array(
        select word from search_words where search_words.slips && array(select slips(typed_word))
        order by abs(length(word) - length(typed_word)), word limit 6
      );
      is_unknown := is_unknown or spellings = '{}';
      continue when spellings = '{}';
      part := (select string_agg(format('%L | %L', word, '@' || word), ' | ') from unnest(spellings) as word);
      title := (select string_agg(format('%L', '^' || word), ' | ') from unnest(spellings) as word);
      exact := part;
    end if;
    parts := parts || part;
    titles := coalesce(titles && title, title);
    whole := coalesce(whole && exact, exact);
  end loop;
  if parts is null and not is_unknown and stop_word is not null then
    parts := array[format('%L', stop_word)::tsquery];
    titles := format('%L', '^' || stop_word);
    whole := parts[1];
  end if;
end
$$;

-- The newest matches of a kind with ids below `top`, at most `amount`. Points: 8 if all words are in the title, 4 if no word is only a prefix.
create function search_newest(of_kind integer, parts tsquery[], titles tsquery, whole tsquery, top bigint, amount integer)
returns table (id bigint, points integer)
language plpgsql stable strict parallel safe rows 50 set plan_cache_mode = force_generic_plan as $$
declare
  every constant tsquery := '(' || array_to_string(parts, ') & (') || ')';
  newest constant integer := 10 * amount;
  total integer;
  hits integer;
  rare text;
  bucket bigint;
  width integer := 1;
  asked tsquery;
begin
  -- Common words have enough matches among the newest documents: read these without the index.
  return query
    select latest.id, case when keys @@ titles then 8 else 0 end + case when keys @@ whole then 4 else 0 end
    from (select * from search_documents as d where d.kind = of_kind and d.id < top order by d.id desc limit newest) as latest
    where keys @@ every
    limit amount;
  get diagnostics total = row_count;
  if total = amount then
    return;
  end if;
  top := (select d.id from search_documents as d where d.kind = of_kind and d.id < top order by d.id desc offset newest - 1 limit 1);
  -- Ask the index for rare words only, or for the rarest; the others are checked in the rows it returns.
  rare := (
    select string_agg(format('(%s)', part), ' & ')
    from (
      select part, seen, min(seen) over () as fewest
      from unnest(parts) as part cross join lateral (
        select count(*) as seen
        from (select keys from search_documents as d where d.kind = of_kind and d.id < top order by d.id desc limit 100) as sample
        where keys @@ part
      ) as counted
    ) as counts
    where seen <= greatest(fewest, 10)
  );
  rare := regexp_replace(rare, '''([^'']+)''', '''%\1''', 'g');
  bucket := (top - 1) >> 14;
  while bucket >= 0 and total < amount loop
    asked := (
      select string_agg(format('(%s)', replace(rare, '%', search_bucket(of_kind, number))), ' | ')
      from generate_series(greatest(bucket - width + 1, 0), bucket) as number
    );
    return query
      with matches as materialized (select * from search_documents as d where search_bucket_keys(d.kind, d.id, keys) @@ asked)
      select matches.id, case when keys @@ titles then 8 else 0 end + case when keys @@ whole then 4 else 0 end
      from matches
      where matches.id < top and keys @@ every
      order by matches.id desc
      limit amount - total;
    get diagnostics hits = row_count;
    total := total + hits;
    bucket := bucket - width;
    -- As many buckets as are likely to contain the rest.
    width := least(1 + width * (amount - total) / greatest(hits, 1), 4 * width, 16);
  end loop;
end
$$;

insert into search_documents (kind, id, keys)
select kind, thing.id, search_keys(title, thing.tags, body, first_name || ' ' || last_name)
from searchable as thing join users on users.id = owner_id;
insert into search_words (word)
select distinct ltrim(word, '@') from ts_stat('select keys from search_documents') where word !~ '^[\^=#]';
-- Without the pending list, which every search would have to read.
create index search_documents_by_key on search_documents using gin (search_bucket_keys(kind, id, keys)) with (fastupdate = off);
-- No plan uses statistics about keys, and sampling them is slow.
alter table search_documents alter column keys set statistics 0;
alter index search_documents_by_key alter column 1 set statistics 0;

create trigger search_documents_add_words after insert or update on search_documents
  for each row execute function add_search_words();
create trigger cards_update_search after insert or delete or update of title, text, tags, owner_id on cards
  for each row execute function update_search_document('3');
create trigger chains_update_search after insert or delete or update of title, description, owner_id on chains
  for each row execute function update_search_document('2');
create trigger subjects_update_search after insert or delete or update of title, description, owner_id on subjects
  for each row execute function update_search_document('1');
create trigger users_rename_search_owner after update of first_name, last_name on users
  for each row when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name))
  execute function rename_search_owner();
