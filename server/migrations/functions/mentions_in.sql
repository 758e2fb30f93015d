-- The users whom a comment mentions as `@[userId]`, each once, at most ten.
create or replace function mentions_in(said text) returns bigint[]
language sql immutable parallel safe
return case when strpos(said, '@[') = 0 then '{}' else array(
  select found[1]::bigint
  from regexp_matches(said, '@\[([1-9]\d{0,14})\]', 'g') with ordinality as mention (found, place)
  group by 1
  order by min(place)
  limit 10
) end;
