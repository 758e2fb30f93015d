select (extract(epoch from latest.created_at) * 1000000)::bigint as since
from connections cross join lateral (
  select created_at
  from activity
  where stream = other_id and created_at <= timestamptz 'epoch' + $2::bigint * interval '1 microsecond'
  order by created_at desc
  limit 4
) as latest
where user_id = $1 and hashint8(other_id) % $3 = 0
order by latest.created_at desc
offset $4
limit 1
