-- The newest matches of a kind with ids below `top`, at most `amount`. Points: 8 if all words are in the title, 4 if no
-- word is only a prefix.
create or replace function search_newest(of_kind integer, parts tsquery[], titles tsquery, whole tsquery, top bigint, amount integer)
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
  -- Queries the index for the rarest word only; the other words are checked in the rows it returns.
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
