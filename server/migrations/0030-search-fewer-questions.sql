-- A rare word is looked for by fewer questions: whether by small stretches or large ones is decided by what either is likely to cost.

do $make$
declare
  made record;
begin
  for made in select * from (values ('card', 'cards'), ('chain', 'chains'), ('subject', 'subjects')) as kinds (kind, things)
  loop
    execute format($kind$
      -- The newest that match, of those before `top`, as many as `amount`, each with its maker and how good it is: 8 for all words in the title, 4 for no
      -- word only begun, and its bonus. `parts` are what `every` joins, with %% before each key.
      --
      -- The plans are the same whatever is asked and however much there is, and there is room to remember every page of a large stretch: else each row on it would be cut into
      -- keys again.
      create or replace function rank_%2$s(every tsquery, parts text[], titles tsquery, whole tsquery, top bigint, amount integer)
      returns table (id bigint, owner_id bigint, goodness integer)
      language plpgsql stable strict parallel safe rows 250
      set plan_cache_mode = force_generic_plan set enable_seqscan = off set max_parallel_workers_per_gather = 0 set work_mem = '32MB' as $body$
      declare
        sample constant integer := 64;
        -- More than these in a large stretch are looked for in small ones.
        many constant integer := 8 * amount;
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
        makers bigint[];
        fits integer[];
        found integer := 0;
        needed bigint := 1;
        wanted integer := 1;
      begin
        return query
          select %1$s_id, latest.owner_id, case when keys @@ titles then 8 else 0 end + case when keys @@ whole then 4 else 0 end + bonus
          from (select * from %1$s_search where %1$s_id < top order by %1$s_id desc limit sample) as latest
          where keys @@ every
          limit amount;
        get diagnostics found = row_count;
        if found = amount then
          return;
        end if;
        select max(%1$s_id) + 1, min(%1$s_id) into begun, before
        from (select %1$s_id from %1$s_search where %1$s_id < top order by %1$s_id desc limit sample) as latest;
        if before is null then
          return;
        end if;
        -- Common among the latest: read on row by row.
        if found * 10 >= sample then
          return query
            select %1$s_id, latest.owner_id, case when keys @@ titles then 8 else 0 end + case when keys @@ whole then 4 else 0 end + bonus
            from (select * from %1$s_search where %1$s_id < before order by %1$s_id desc limit 20 * amount) as latest
            where keys @@ every
            limit amount - found;
          get diagnostics hits = row_count;
          found := found + hits;
          if found = amount then
            return;
          end if;
          before := coalesce((
            select min(%1$s_id) from (select %1$s_id from %1$s_search where %1$s_id < before order by %1$s_id desc limit 20 * amount) as latest
          ), before);
        end if;
        if cardinality(parts) > 1 then
          foreach part in array parts loop
            question := replace(part, '%%', '')::tsquery;
            select count(*) into hits
            from (select * from %1$s_search where %1$s_id < begun order by %1$s_id desc limit sample) as latest
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
          -- Asking for a stretch costs as much as looking at eight of its rows: a large one when it is likely to hold fewer than eight for each small one
          -- that is needed. Once there were too many that do not fit, the others are likely to hold as many.
          if least(needed, stretch %% 64 + 1) * (begun - before) > 8 * 16384 * greatest(found, 1)
            and (crowded is null or is_all and stretch >> 6 <> crowded)
          then
            question := replace(asked, '%%', search_stretch(stretch >> 6))::tsquery;
            select count(*), array_agg(%1$s_id) filter (where fit), array_agg(maker) filter (where fit), array_agg(worth) filter (where fit)
            into hits, fitting, makers, fits
            from (
              select %1$s_id, seen.owner_id as maker, is_all or keys @@ every as fit,
                case when keys @@ titles then 8 else 0 end + case when keys @@ whole then 4 else 0 end + bonus as worth
              from %1$s_search as seen
              where keys_in_stretch(keys, %1$s_id >> 6) @@ question and (%1$s_id < before) is true
              limit many
            ) as seen;
            if hits = many then
              crowded := stretch >> 6;
              wanted := 1;
              needed := 1;
              continue;
            end if;
            return query select * from unnest(fitting, makers, fits) as fitted (at, maker, worth) order by at desc limit amount - found;
            crowded := null;
            wanted := stretch %% 64 + 1;
          else
            -- Where a crowd begins is not known: never more than a few of its stretches at once.
            wanted := least(case when crowded is null then 4 * wanted else 4 end, needed, stretch %% 64 + 1);
            question := (
              select string_agg('(' || replace(asked, '%%', search_stretch(number)) || ')', ' | ')
              from generate_series(stretch - wanted + 1, stretch) as number
            )::tsquery;
            return query
              select %1$s_id, latest.owner_id, case when keys @@ titles then 8 else 0 end + case when keys @@ whole then 4 else 0 end + bonus
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
          -- As many small stretches as are likely to hold the rest and a quarter more, since asking for a few that were missing costs most.
          needed := 1 + 5 * (amount - found) * (begun - before) / (4 * 16384 * greatest(found, 1));
          -- What was there lately may not have been there before.
          if hits = 0 then
            needed := greatest(needed, 2 * wanted);
          end if;
        end loop;
      end
      $body$;
    $kind$, made.kind, made.things);
  end loop;
end
$make$;
