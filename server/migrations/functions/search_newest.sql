-- needs: search_bucket_keys

-- The newest matches of a kind with ids below `top`, at most `amount`. Points: 8 if all words are in the title, 4 if no
-- word is only a prefix. The newest documents are read without the index of keys, where common words are found faster.
-- Rarer ones are looked up bucket by bucket, from the newest on, until there are enough.
create or replace function search_newest(of_kind integer, parts tsquery[], titles tsquery, whole tsquery, top bigint, amount integer)
returns table (id bigint, points integer)
language plpgsql stable strict parallel safe rows 50 set plan_cache_mode = force_generic_plan as $$
declare
  every constant tsquery := '(' || array_to_string(parts, ') & (') || ')';
begin
  return query
  with newest as materialized (
    select d.id, d.keys from search_documents as d where d.kind = of_kind and d.id < top order by d.id desc limit 400
  ),
  -- No row if fewer than 400 documents are left.
  oldest as materialized (select min(newest.id) as id from newest having count(*) = 400),
  -- Words in at least 32 of the newest 64 documents are not looked up, but checked in the rows: their keys in a bucket are thousands.
  asked as materialized (
    select coalesce(string_agg(format('( %s )', part), ' & '), format('( %s )', every)) as query
    from unnest(parts) as part
    where (select count(*) from (select keys from newest limit 64) as sample where keys @@ part) < 32
  ),
  matches as (
    select newest.id, newest.keys from newest where newest.keys @@ every
    union all
    select older.* from generate_series((select oldest.id >> 14 from oldest), 0, -1) as bucket cross join lateral (
      select found.id, found.keys
      from (
        select d.id, d.keys from search_documents as d
        where search_bucket_keys(d.kind, d.id, d.keys)
          @@ replace((select query from asked), ' ''', format(' ''%s.%s:', of_kind, bucket))::tsquery
        -- Keeps the planner from reading by id.
        offset 0
      ) as found
      where found.id < (select oldest.id from oldest) and found.keys @@ every
      order by found.id desc
      limit amount
    ) as older
  )
  select matches.id, 8 * (keys @@ titles)::integer + 4 * (keys @@ whole)::integer from matches limit amount;
end
$$;
