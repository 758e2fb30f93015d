-- Likes and comments count by their logarithm, age linearly: ten times as many keep an item up one and a half
-- days longer. The score contains the time of creation, so that a stored score never has to be refreshed.
create or replace function trending_score(likes integer, comments integer, great boolean, made timestamptz)
returns double precision
language sql immutable parallel safe
return log(greatest(1, 1 + likes + 2 * comments + case when great then 9 else 0 end)::numeric)::double precision
  + extract(epoch from made)::double precision / 129600;
