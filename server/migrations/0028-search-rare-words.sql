-- A rare word is looked for in few large stretches instead of in every small one, so that finding it costs the same however many there are.

do $make$
declare
  made record;
begin
  for made in select * from (values ('card', 'cards'), ('chain', 'chains'), ('subject', 'subjects')) as kinds (kind, things)
  loop
    execute format($kind$
      -- Sixty-four small stretches are a large one: 1,048,576 ids.
      create index if not exists %1$s_search_by_rare_key on %1$s_search using gin (keys_in_stretch(keys, %1$s_id >> 6)) with (gin_pending_list_limit = 256);

      -- The newest that match, of those before `top`, as many as `amount`, each with how well the words fit: 8 for all of them in the title, 4 for no
      -- word only begun. `parts` are what `every` joins, with %% before each key. The release before asks find_newest_%2$s.
      --
      -- The plans are the same whatever is asked and however much there is, and there is room to remember every page of a large stretch: else each row on it would be cut into
      -- keys again.
      create function find_%2$s(every tsquery, parts text[], titles tsquery, whole tsquery, top bigint, amount integer)
      returns table (id bigint, points integer)
      language plpgsql stable strict parallel safe rows 250
      set plan_cache_mode = force_generic_plan set enable_seqscan = off set max_parallel_workers_per_gather = 0 set work_mem = '32MB' as $body$
      declare
        sample constant integer := 128;
        -- More than these in a large stretch are looked for in small ones.
        many constant integer := 4 * amount;
        before bigint;
        begun bigint;
        hits integer;
        part text;
        -- What the index is asked for: words that many have are cheaper to look for in the rows that other words found.
        asked text;
        is_all boolean;
        question tsquery;
        stretch bigint;
        crowded bigint;
        fitting bigint[];
        fits integer[];
        found integer := 0;
        needed bigint := 1;
        wanted integer := 1;
      begin
        select max(%1$s_id) + 1, count(*) filter (where keys @@ every) into before, hits
        from (select * from %1$s_search where %1$s_id < top order by %1$s_id desc limit sample) as latest;
        if before is null then
          return;
        end if;
        begun := before;
        -- Common among the latest: read on row by row.
        if hits * 10 >= sample then
          return query
            select %1$s_id, case when keys @@ titles then 8 else 0 end + case when keys @@ whole then 4 else 0 end
            from (select * from %1$s_search where %1$s_id < before order by %1$s_id desc limit 20 * amount) as latest
            where keys @@ every
            limit amount;
          get diagnostics found = row_count;
          if found = amount then
            return;
          end if;
          before := (
            select min(%1$s_id) from (select %1$s_id from %1$s_search where %1$s_id < before order by %1$s_id desc limit 20 * amount) as latest
          );
        end if;
        if cardinality(parts) > 1 then
          foreach part in array parts loop
            question := replace(part, '%%', '')::tsquery;
            select count(*) into hits
            from (select * from %1$s_search where %1$s_id < before order by %1$s_id desc limit sample) as latest
            where keys @@ question;
            if hits * 10 < sample then
              asked := concat_ws(' & ', asked, part);
            end if;
          end loop;
        end if;
        asked := coalesce(asked, array_to_string(parts, ' & '));
        is_all := asked = array_to_string(parts, ' & ');
        stretch := (before - 1) >> 14;
        while stretch >= 0 and found < amount loop
          if needed > 32 and stretch >> 6 is distinct from crowded then
            question := replace(asked, '%%', search_stretch(stretch >> 6))::tsquery;
            select count(*), array_agg(%1$s_id) filter (where fit), array_agg(worth) filter (where fit) into hits, fitting, fits
            from (
              select %1$s_id, is_all or keys @@ every as fit,
                case when keys @@ titles then 8 else 0 end + case when keys @@ whole then 4 else 0 end as worth
              from %1$s_search
              where keys_in_stretch(keys, %1$s_id >> 6) @@ question and (%1$s_id < before) is true
              limit many
            ) as seen;
            if hits = many then
              crowded := stretch >> 6;
              continue;
            end if;
            return query select * from unnest(fitting, fits) as fitted (at, worth) order by at desc limit amount - found;
            wanted := stretch %% 64 + 1;
          else
            wanted := least(4 * wanted, needed, stretch %% 64 + 1);
            question := (
              select string_agg('(' || replace(asked, '%%', search_stretch(number)) || ')', ' | ')
              from generate_series(stretch - wanted + 1, stretch) as number
            )::tsquery;
            return query
              select %1$s_id, case when keys @@ titles then 8 else 0 end + case when keys @@ whole then 4 else 0 end
              from (
                -- No index is to be asked for what is before.
                select * from %1$s_search
                where keys_in_stretch(keys, %1$s_id) @@ question and (is_all or keys @@ every) and (%1$s_id < before) is true
                order by %1$s_id desc
                limit amount - found
              ) as latest;
          end if;
          get diagnostics hits = row_count;
          found := found + hits;
          stretch := stretch - wanted;
          before := least(before, (stretch + 1) << 14);
          -- As many small stretches as are likely to hold the rest.
          needed := 1 + (amount - found) * (begun - before) / (16384 * greatest(found, 1));
        end loop;
      end
      $body$;
    $kind$, made.kind, made.things);
  end loop;
end
$make$;

-- What is typed, as questions to the keys. `every` must hold: each word itself, a word it begins, one of the same stem, or, where
-- nobody ever used such a word, one that a slip would explain. A word that nothing explains is left out as long as another
-- remains; so are words like "the". `parts` are what `every` joins, with % before each key. `titles` and `whole` say how good a match is: all of it in
-- the title, no word only begun.
create or replace function ask_search(typed text, out every tsquery, out parts text[], out titles tsquery, out whole tsquery)
language plpgsql stable parallel safe set plan_cache_mode = force_generic_plan as $$
declare
  -- A beginning that is not known before is no range to a plan; these two ends are.
  beyond constant text := U&'\+10FFFF';
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
    elsif exists (select from search_words where word >= asked and word < asked || beyond)
      or exists (select from search_words where word >= '@' || asked and word < '@' || asked || beyond)
      or exists (select from search_words where word >= stem[1] and word < stem[1] || beyond) then
      any_of := any_of || format('(%L:* | %L | %s%L:*)', '%' || asked, '%=' || stem[1],
        case when stem[1] <> asked then quote_literal('%' || stem[1]) || ' | ' end, '%@' || asked);
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
