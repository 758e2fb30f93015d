-- What ranking needs of a thing stands beside its keys, so that only what is shown is visited: who made it, and what marks and likes add.

-- Liked by some ten or a hundred is all that counts, so that it changes a few times in the life of a thing.
create function search_bonus(great boolean, liveliness integer) returns smallint
language sql immutable parallel safe
return (case when great then 2 else 0 end + (liveliness >= 9)::integer + (liveliness >= 99)::integer)::smallint;

-- In the order in which whoever writes a card locks them, and before anything is read, so that no like is missed.
lock table cards, chains, subjects in share row exclusive mode;
lock table card_search, chain_search, subject_search in access exclusive mode;
set local maintenance_work_mem = '256MB';

do $make$
declare
  made record;
begin
  for made in select * from (values
    ('card', 'cards', '%1$s.like_count + 2 * %1$s.comment_count', 'new.title, new.tags, new.text', ', comment_count'),
    ('chain', 'chains', '%1$s.like_count', 'new.title, null, new.description', ''),
    ('subject', 'subjects', '%1$s.like_count', 'new.title, null, new.description', '')
  ) as kinds (kind, things, liveliness, words, counted)
  loop
    execute format($kind$
      -- Keys are learnt, not a bonus.
      drop trigger %1$s_search_learns on %1$s_search;
      create trigger %1$s_search_learns after insert or update of keys on %1$s_search
        for each row execute function learn_search_words();

      create function pg_temp.owner_of_%1$s(thing_id bigint) returns bigint
      language sql stable return (select owner_id from %2$s where id = thing_id);
      create function pg_temp.bonus_of_%1$s(thing_id bigint) returns smallint
      language sql stable return (select search_bonus(great, %3$s) from %2$s as thing where id = thing_id);
      -- Room on most pages lets a new bonus stay on its page, so that no index hears of it.
      alter table %1$s_search set (fillfactor = 85);
      alter table %1$s_search add column owner_id bigint, add column bonus smallint;
      -- A change of type writes rows and indexes anew; an update would leave twice as many behind.
      alter table %1$s_search
        alter column owner_id type bigint using pg_temp.owner_of_%1$s(%1$s_id), alter column owner_id set not null,
        alter column bonus type smallint using pg_temp.bonus_of_%1$s(%1$s_id), alter column bonus set not null;

      create or replace function index_%1$s() returns trigger
      language plpgsql as $body$
      begin
        insert into %1$s_search (%1$s_id, keys, owner_id, bonus)
        select new.id, search_keys(%4$s, first_name || ' ' || last_name), new.owner_id, search_bonus(new.great, %5$s)
        from users where id = new.owner_id
        on conflict (%1$s_id) do update set keys = excluded.keys, owner_id = excluded.owner_id
        where (%1$s_search.keys, %1$s_search.owner_id) <> (excluded.keys, excluded.owner_id);
        return null;
      end
      $body$;

      create function rank_%1$s() returns trigger
      language plpgsql as $body$
      begin
        update %1$s_search set bonus = search_bonus(new.great, %5$s) where %1$s_id = new.id;
        return null;
      end
      $body$;
      create trigger %2$s_are_ranked after update of great, like_count%6$s on %2$s
        for each row when (search_bonus(old.great, %7$s) <> search_bonus(new.great, %5$s))
        execute function rank_%1$s();

      -- The newest that match, of those before `top`, as many as `amount`, each with its maker and how good it is: 8 for all words in the title, 4 for no
      -- word only begun, and its bonus. `parts` are what `every` joins, with %% before each key. The release before asks find_%2$s.
      --
      -- The plans are the same whatever is asked and however much there is, and there is room to remember every page of a large stretch: else each row on it would be cut into
      -- keys again.
      create function rank_%2$s(every tsquery, parts text[], titles tsquery, whole tsquery, top bigint, amount integer)
      returns table (id bigint, owner_id bigint, goodness integer)
      language plpgsql stable strict parallel safe rows 250
      set plan_cache_mode = force_generic_plan set enable_seqscan = off set max_parallel_workers_per_gather = 0 set work_mem = '32MB' as $body$
      declare
        sample constant integer := 64;
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
          if needed > 32 and stretch >> 6 is distinct from crowded then
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
              continue;
            end if;
            return query select * from unnest(fitting, makers, fits) as fitted (at, maker, worth) order by at desc limit amount - found;
            wanted := stretch %% 64 + 1;
          else
            wanted := least(4 * wanted, needed, stretch %% 64 + 1);
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
          -- As many small stretches as are likely to hold the rest.
          needed := 1 + (amount - found) * (begun - before) / (16384 * greatest(found, 1));
        end loop;
      end
      $body$;
    $kind$, made.kind, made.things, format(made.liveliness, 'thing'), made.words, format(made.liveliness, 'new'), made.counted, format(made.liveliness, 'old'));
  end loop;
end
$make$;
