-- needs: search_bucket_keys

-- The newest matches of a kind with ids below `top`, at most `amount`. Points: 8 if all words are in the title, 4 if no
-- word is only a prefix. The newest documents are read without the index of keys, where common words are found faster.
-- Rarer ones are looked up bucket by bucket, from the newest on, until there are enough.
create or replace function search_newest(of_kind integer, parts tsquery[], titles tsquery, whole tsquery, top bigint, amount integer)
returns table (id bigint, points integer)
language plpgsql stable strict parallel safe rows 50 set plan_cache_mode = force_generic_plan as $$
declare
  every constant tsquery := '(' || array_to_string(parts, ') & (') || ')';
  -- Above these ids are the newest 400 and the newest 64 documents.
  newest bigint := (select d.id from search_documents as d where d.kind = of_kind and d.id < top order by d.id desc offset 400 limit 1);
  sample bigint := (select d.id from search_documents as d where d.kind = of_kind and d.id < top order by d.id desc offset 64 limit 1);
  -- Words in most of the sample are not looked up, but checked in the rows: their keys in a bucket are thousands.
  asked text;
  hits integer;
begin
  return query
    select d.id, 8 * (d.keys @@ titles)::integer + 4 * (d.keys @@ whole)::integer
    from search_documents as d
    where d.kind = of_kind and d.id > coalesce(newest, 0) and d.id < top and d.keys @@ every
    order by d.id desc
    limit amount;
  get diagnostics hits = row_count;
  if hits = amount or newest is null then return; end if;
  select coalesce(string_agg(format('( %s )', part), ' & '), format('( %s )', every)) into asked
  from unnest(parts) as part
  where cardinality(parts) = 1 or 32 > (
    select count(*) from search_documents as d where d.kind = of_kind and d.id > sample and d.id < top and d.keys @@ part
  );
  return query
    select matches.* from generate_series(newest >> 14, 0, -1) as bucket cross join lateral (
      select found.id, 8 * (keys @@ titles)::integer + 4 * (keys @@ whole)::integer
      from (
        select d.id, d.keys from search_documents as d
        where search_bucket_keys(d.kind, d.id, d.keys) @@ replace(asked, ' ''', format(' ''%s.%s:', of_kind, bucket))::tsquery
        -- Keeps the planner from reading by id.
        offset 0
      ) as found
      where found.id <= newest and keys @@ every
      order by found.id desc
      limit amount - hits
    ) as matches
    limit amount - hits;
end
$$;
