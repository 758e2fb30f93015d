-- Likes and comments count by their logarithm, age linearly: ten times as many keep an item up one and a half days
-- longer, and so does the first like. Without likes, comments and the mark "great" count for less than one and a half
-- days together, so that of two content items made within some hours one with likes comes before one without. The score
-- contains the time of creation, so that a stored score never has to be refreshed.
create or replace function trending_score(likes integer, comments integer, great boolean, made timestamptz)
returns double precision
language sql immutable parallel safe
return case
    when likes > 0 then 1 + log((1 + likes + 2 * comments + case when great then 9 else 0 end)::numeric)::double precision
    else 1 - 1 / (1 + 2 * comments + case when great then 9 else 0 end)::double precision
  end
  + extract(epoch from made)::double precision / 129600;
