-- Searching goes from the newest to the oldest and stops when it has enough, so that it costs the same however many there are.

-- An index of words knows no order: it answers with all that hold a word, and a common word is in most of them. So in the index every key carries the
-- stretch of 16,384 ids it is in, and is asked for one stretch after the other.
create function search_stretch(number bigint) returns text
language sql immutable parallel safe strict
return to_hex(number) || ':';

create function keys_in_stretch(keys tsvector, id bigint) returns tsvector
language sql immutable parallel safe strict
return array_to_tsvector(array(select search_stretch(id >> 14) || key from unnest(tsvector_to_array(keys)) as key));

-- A stem that stands there as a word needs no key of its own: whoever asks for the stem asks for the word as well.
create or replace function search_keys(title text, tags text[], body text, maker text) returns tsvector
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
    (
      select '=' || stem
      from (select unnest(ts_lexize('pg_catalog.english_stem', word)) from words except select word from words) as stems (stem)
    )
    union all
    select '^' || word from search_words_in(title) as word
    union all
    select '#' || plain_text(left(tag, 60)) from unnest(coalesce(tags, '{}')) as tag
    union all
    select '@' || word from search_words_in(maker) as word
  ) as keys;
end;

create function without_plain_stems(keys tsvector) returns tsvector
language sql immutable parallel safe strict
return ts_delete(keys, array(select '=' || key from unnest(tsvector_to_array(keys)) as key));

do $make$
declare
  made record;
begin
  for made in select * from (values ('card', 'cards'), ('chain', 'chains'), ('subject', 'subjects')) as kinds (kind, things)
  loop
    execute format($kind$
      drop index %1$s_search_by_key;
      update %1$s_search set keys = without_plain_stems(keys);
      create index %1$s_search_by_key on %1$s_search using gin (keys_in_stretch(keys, %1$s_id)) with (gin_pending_list_limit = 256);
      -- No plan depends on how common a key is any more.
      alter table %1$s_search alter column keys set statistics 0;

      -- The newest that match, of those before `top`, as many as `amount`. `parts` are what `every` joins, with %% before each key.
      create function find_newest_%2$s(every tsquery, parts text[], top bigint, amount integer) returns bigint[]
      language plpgsql stable strict parallel safe set plan_cache_mode = force_generic_plan as $body$
      declare
        sample constant integer := 128;
        newest bigint;
        hits integer;
        part text;
        -- What the index is asked for: words that many have are cheaper to look for in the rows that other words found.
        asked text;
        is_all boolean;
        question tsquery;
        ids bigint[] := '{}';
        stretch bigint;
        wanted integer := 1;
        looked integer := 0;
      begin
        select max(%1$s_id), count(*) filter (where keys @@ every) into newest, hits
        from (select * from %1$s_search where %1$s_id < top order by %1$s_id desc limit sample) as latest;
        if newest is null then
          return ids;
        end if;
        -- Common among the latest: read on row by row.
        if hits * 5 >= sample then
          ids := array(
            select %1$s_id
            from (select * from %1$s_search where %1$s_id < top order by %1$s_id desc limit 10 * amount) as latest
            where keys @@ every
            limit amount);
          if cardinality(ids) = amount then
            return ids;
          end if;
          ids := '{}';
        end if;
        if cardinality(parts) > 1 then
          foreach part in array parts loop
            question := replace(part, '%%', '')::tsquery;
            select count(*) into hits
            from (select * from %1$s_search where %1$s_id < top order by %1$s_id desc limit sample) as latest
            where keys @@ question;
            if hits * 10 < sample then
              asked := concat_ws(' & ', asked, part);
            end if;
          end loop;
        end if;
        asked := coalesce(asked, array_to_string(parts, ' & '));
        is_all := asked = array_to_string(parts, ' & ');
        stretch := newest >> 14;
        while stretch >= 0 and cardinality(ids) < amount loop
          question := (
            select string_agg('(' || replace(asked, '%%', search_stretch(number)) || ')', ' | ')
            from generate_series(greatest(0, stretch - wanted + 1), stretch) as number
          )::tsquery;
          -- Oldest first, as the rows lie: then sorting is one look at each. No index is to be asked for what is before `top`.
          ids := array(
            select %1$s_id from %1$s_search
            where keys_in_stretch(keys, %1$s_id) @@ question and (is_all or keys @@ every) and (%1$s_id < top) is true
            order by %1$s_id
          ) || ids;
          stretch := stretch - wanted;
          looked := looked + wanted;
          -- As many stretches as are likely to hold the rest, but no leap.
          wanted := least(4 * wanted, 64, 1 + (amount - cardinality(ids)) * looked / greatest(cardinality(ids), 1));
        end loop;
        return ids[greatest(1, cardinality(ids) - amount + 1):];
      end
      $body$;
    $kind$, made.kind, made.things);
  end loop;
end
$make$;

drop function without_plain_stems;
drop function ask_search;

-- What is typed, as questions to the keys. `every` must hold: each word itself, a word it begins, one of the same stem, or, where
-- nobody ever used such a word, one that a slip would explain. A word that nothing explains is left out as long as another
-- remains; so are words like "the". `parts` are what `every` joins, with % before each key. `titles` and `whole` say how good a match is: all of it in
-- the title, no word only begun.
create function ask_search(typed text, out every tsquery, out parts text[], out titles tsquery, out whole tsquery)
language plpgsql stable parallel safe as $$
declare
  token text;
  asked text;
  stem text[];
  near text[];
  any_of text[] := '{}';
  in_title text[] := '{}';
  as_whole text[] := '{}';
  lost boolean := false;
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
      any_of := any_of || (quote_literal('%#' || asked) || ':*');
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
      any_of := any_of || format('(%L | %L:*)', '%' || asked, '%^' || asked);
      in_title := in_title || (quote_literal('^' || asked) || ':*');
      as_whole := as_whole || quote_literal(asked);
    elsif exists (select from search_words where word ^@ asked)
      or exists (select from search_words where word ^@ ('@' || asked))
      or exists (select from search_words where word ^@ stem[1]) then
      any_of := any_of || format('(%L:* | %L | %L | %L:*)', '%' || asked, '%=' || stem[1], '%' || stem[1], '%@' || asked);
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
        lost := true;
        continue;
      end if;
      any_of := any_of || ('(' || (select string_agg(quote_literal('%' || word), ' | ') from unnest(near) as word) || ')');
      in_title := in_title || ('(' || (select string_agg(quote_literal('^' || word), ' | ') from unnest(near) as word) || ')');
      as_whole := as_whole || ('(' || (select string_agg(quote_literal(word), ' | ') from unnest(near) as word) || ')');
    end if;
  end loop;
  -- A word that nobody ever used need not be looked for.
  if any_of = '{}' and not lost and small is not null then
    any_of := array[quote_literal('%' || small)];
    in_title := array[quote_literal('^' || small)];
    as_whole := array[quote_literal(small)];
  end if;
  every := replace(nullif(array_to_string(any_of, ' & '), ''), '%', '')::tsquery;
  parts := any_of;
  titles := nullif(array_to_string(in_title, ' & '), '')::tsquery;
  whole := nullif(array_to_string(as_whole, ' & '), '')::tsquery;
end
$$;
