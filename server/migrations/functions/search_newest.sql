-- The newest matches of a kind with ids below `top`, at most `amount`. Points: 8 if all words are in the title, 4 if no
-- word is only a prefix.
create or replace function search_newest(of_kind integer, parts tsquery[], titles tsquery, whole tsquery, top bigint, amount integer)
returns table (id bigint, points integer)
language plpgsql stable strict parallel safe rows 50 set plan_cache_mode = force_generic_plan as $$
declare
  every constant tsquery := '(' || array_to_string(parts, ') & (') || ')';
  -- Documents from this id on have been read.
  lowest bigint := (select max(d.id) + 1 from search_documents as d where d.kind = of_kind and d.id < top);
  bucket bigint;
  width integer := 1;
  total integer := 0;
  hits integer;
  rarest text;
  asked tsquery;
begin
  -- Reads the newest ones without the index, as long as one in sixteen matches.
  loop
    return query
      select d.id, 8 * (keys @@ titles)::integer + 4 * (keys @@ whole)::integer
      from search_documents as d
      where d.kind = of_kind and d.id >= lowest - 2 * amount and d.id < lowest and keys @@ every
      order by d.id desc
      limit amount - total;
    get diagnostics hits = row_count;
    total := total + hits;
    lowest := lowest - 2 * amount;
    exit when total = amount or 8 * hits < amount;
  end loop;
  bucket := (lowest - 1) >> 14;
  while total < amount and bucket >= 0 loop
    -- Only the rarest word, in a sample, is looked up in the index; the others are checked in the rows.
    rarest := coalesce(rarest, case when cardinality(parts) = 1 then parts[1] else (
      select part from unnest(parts) as part
      order by (
        select count(*) from search_documents as d where d.kind = of_kind and d.id between lowest - 100 and lowest and keys @@ part
      )
      limit 1
    ) end::text);
    asked := (
      select string_agg(regexp_replace(rarest, '''([^'']+)''', '''' || search_bucket(of_kind, number) || '\1''', 'g'), ' | ')
      from generate_series(greatest(bucket - width + 1, 0), bucket) as number
    );
    -- Materialized, so that the condition on the id is not looked up in the primary key.
    return query
      with matches as materialized (select * from search_documents as d where search_bucket_keys(d.kind, d.id, keys) @@ asked)
      select matches.id, 8 * (keys @@ titles)::integer + 4 * (keys @@ whole)::integer
      from matches
      where matches.id < lowest and keys @@ every
      order by matches.id desc
      limit amount - total;
    get diagnostics hits = row_count;
    total := total + hits;
    bucket := bucket - width;
    width := least(2 * width, 64);
  end loop;
end
$$;
