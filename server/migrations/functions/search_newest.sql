-- needs: search_bucket search_bucket_keys

-- The newest matches of a kind with ids below `top`, at most `amount`. Points: 8 if all words are in the title, 4 if no
-- word is only a prefix. Few documents are read without the index, which costs less than reading all matches of a bucket.
create or replace function search_newest(of_kind integer, parts tsquery[], titles tsquery, whole tsquery, top bigint, amount integer)
returns table (id bigint, points integer)
language plpgsql stable strict parallel safe rows 50 set plan_cache_mode = force_generic_plan as $$
declare
  every constant tsquery := '(' || array_to_string(parts, ') & (') || ')';
  newest constant bigint := (select max(d.id) + 1 from search_documents as d where d.kind = of_kind and d.id < top);
  -- Documents from this id on have been read.
  lowest bigint := newest;
  span bigint := amount;
  missing integer := amount;
  hits integer;
  asked text;
begin
  while missing > 0 and lowest > 0 loop
    if span < 16 * amount then
      return query
        select d.id, 8 * (keys @@ titles)::integer + 4 * (keys @@ whole)::integer
        from search_documents as d
        where d.kind = of_kind and d.id >= lowest - span and d.id < lowest and keys @@ every
        order by d.id desc
        limit missing;
    else
      -- Words in most of the documents read last are not looked up in the index, but checked in the rows.
      asked := coalesce(asked, (
        select string_agg(format('( %s )', part), ' & ') from unnest(parts) as part
        where cardinality(parts) = 1 or 32 > (
          select count(*) from search_documents as d where d.kind = of_kind and d.id between lowest and lowest + 63 and keys @@ part
        )
      ), format('( %s )', every));
      -- Whole buckets.
      span := lowest - (greatest(lowest - span, 0) >> 14 << 14);
      return query
        select matches.id, 8 * (keys @@ titles)::integer + 4 * (keys @@ whole)::integer
        from (
          select found.id, keys
          from generate_series(lowest - span >> 14, lowest - 1 >> 14) as bucket cross join lateral (
            select d.id, keys from search_documents as d
            where search_bucket_keys(d.kind, d.id, keys) @@ replace(asked, ' ''', ' ''' || search_bucket(of_kind, bucket))::tsquery
            offset 0
          ) as found
          where found.id < lowest and keys @@ every
          order by found.id desc
          limit missing
        ) as matches;
    end if;
    get diagnostics hits = row_count;
    missing := missing - hits;
    lowest := lowest - span;
    -- Twice the ids that should contain the missing matches, judging by those read.
    span := 2 * missing * (newest - lowest) / (amount - missing + 1);
  end loop;
end
$$;
