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

-- What is searched, and what search knows about it. Among things of equal rank the higher kind comes first. A comment counts as two likes.
create view searchable as
select kind, thing.id, owner_id,
  case when great then 2 else 0 end + case when liveliness >= 99 then 2 when liveliness >= 9 then 1 else 0 end as quality,
  search_keys(title, thing.tags, body, first_name || ' ' || last_name) as keys
from (
  select 3 as kind, id, owner_id, title, tags, text as body, great, like_count + 2 * comment_count as liveliness from cards
  union all
  select 2, id, owner_id, title, null, description, great, like_count from chains
  union all
  select 1, id, owner_id, title, null, description, great, like_count from subjects
) as thing left join users on users.id = owner_id;

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
create index search_words_by_slip on search_words using gin (slips) with (fastupdate = off);

-- GIN returns all documents with a key and not the newest. So in the index each key carries its kind and a bucket of 16,384 ids.
create function search_bucket(kind integer, bucket bigint) returns text
language sql immutable parallel safe strict
return kind::text || '.' || bucket::text || ':';

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
  select kind, id, keys from searchable where kind = tg_argv[0]::integer and id = new.id
  on conflict (kind, id) do update set keys = excluded.keys where document.keys <> excluded.keys;
  return null;
end
$$;

create function rename_search_owner() returns trigger
language plpgsql as $$
begin
  update search_documents as document set keys = thing.keys
  from searchable as thing
  where owner_id = new.id and (document.kind, document.id) = (thing.kind, thing.id);
  return null;
end
$$;

-- What is typed, as queries to the keys. `parts` must all match: each word as it is, as a prefix or by its stem, or, if no such word is in
-- use, the words that differ by one typing error. Unknown words are ignored as long as another word remains, and so are stop words.
-- `titles` matches if all words are in the title, `whole` if no word is only a prefix.
create function search_query(typed text, out parts tsquery[], out titles tsquery, out whole tsquery)
language plpgsql stable parallel safe set plan_cache_mode = force_generic_plan as $$
begin
  with words as (
    select word, slips_of(word) as slips, token ^@ '#' as is_tag, stem[1] as stem, stem = '{}' and not token ^@ '#' as is_stop,
      exists (select from search_words as known where known.word between found.word and found.word || U&'\+10FFFF')
        or exists (select from search_words as known where known.word between stem[1] and stem[1] || U&'\+10FFFF') as is_known
    from regexp_split_to_table(left(typed, 200), '\s+') with ordinality as tokens (token, n), search_words_in(token) as found (word),
      ts_lexize('pg_catalog.english_stem', word) as stem
    order by n
    limit 8
  ),
  queries (part, title, exact) as (
    select format('%L:*', '#' || word), format('%L:*', '#' || word), format('%L', '#' || word) from words where is_tag
    union all
    select
      case when length(word) < 3 then format('%L | %L:*', word, '^' || word)
        else format('%L:* | %L | %L | %L:*', word, '=' || stem, stem, '@' || word) end,
      format('%L:* | %L', '^' || word, '^' || stem),
      format('%L | %L', word, '@' || word)
    from words
    where is_known and not is_tag and not is_stop
    union all
    select string_agg(format('%L | %L', spelling, '@' || spelling), ' | '), string_agg(format('%L', '^' || spelling), ' | '),
      string_agg(format('%L | %L', spelling, '@' || spelling), ' | ')
    from words cross join lateral (
      select known.word as spelling from search_words as known
      where known.slips && words.slips
      order by abs(length(known.word) - length(words.word)), known.word
      limit 6
    ) as corrected
    where not is_known and not is_tag and not is_stop
    group by word
    union all
    (select format('%L', word), format('%L', '^' || word), format('%L', word) from words where (select bool_and(is_stop) from words) limit 1)
  )
  select array_agg(part::tsquery), string_agg(format('(%s)', title), ' & ')::tsquery, string_agg(format('(%s)', exact), ' & ')::tsquery
  into parts, titles, whole
  from queries;
end
$$;

-- The newest matches of a kind with ids below `top`, at most `amount`. Points: 8 if all words are in the title, 4 if no word is only a prefix.
create function search_newest(of_kind integer, parts tsquery[], titles tsquery, whole tsquery, top bigint, amount integer)
returns table (id bigint, points integer)
language plpgsql stable strict parallel safe rows 50 set plan_cache_mode = force_generic_plan as $$
declare
  every constant tsquery := '(' || array_to_string(parts, ') & (') || ')';
  -- Documents above this id are read without the index, which is enough for common words.
  indexed constant bigint := coalesce((
    select d.id from search_documents as d where d.kind = of_kind and d.id < top order by d.id desc offset 10 * amount limit 1
  ), 0);
  bucket bigint := indexed >> 14;
  width integer := 1;
  total integer;
  hits integer;
  rarest text;
  asked tsquery;
begin
  return query
    select d.id, 8 * (keys @@ titles)::integer + 4 * (keys @@ whole)::integer
    from search_documents as d
    where d.kind = of_kind and d.id > indexed and d.id < top and keys @@ every
    order by d.id desc
    limit amount;
  get diagnostics total = row_count;
  if indexed = 0 or total = amount then
    return;
  end if;
  -- The index is asked for the rarest word only; the others are checked in the rows it returns.
  rarest := (
    select part
    from unnest(parts) as part
    order by (
      select count(*)
      from (select keys from search_documents as d where d.kind = of_kind and d.id <= indexed order by d.id desc limit 100) as sample
      where keys @@ part
    )
    limit 1
  );
  while bucket >= 0 and total < amount loop
    asked := (
      select string_agg(regexp_replace(rarest, '''([^'']+)''', '''' || search_bucket(of_kind, number) || '\1''', 'g'), ' | ')
      from generate_series(greatest(bucket - width + 1, 0), bucket) as number
    );
    -- Materialized, so that the condition on the id is not looked up in the primary key.
    return query
      with matches as materialized (select * from search_documents as d where search_bucket_keys(d.kind, d.id, keys) @@ asked)
      select matches.id, 8 * (keys @@ titles)::integer + 4 * (keys @@ whole)::integer
      from matches
      where matches.id <= indexed and keys @@ every
      order by matches.id desc
      limit amount - total;
    get diagnostics hits = row_count;
    total := total + hits;
    bucket := bucket - width;
    width := least(2 * width, 16);
  end loop;
end
$$;

insert into search_documents (kind, id, keys) select kind, id, keys from searchable;
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
