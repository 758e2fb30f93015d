with followed as not materialized (
  select $1::bigint as stream
  union all
  select other_id from connections where user_id = $1::bigint
  union all
  select -topic_id from user_topics where user_id = $1::bigint
), activities as materialized (
  select stream, act, kind, thing_id, owner_id, great, created_at, ended_xid
  from (
    select * from activity
    where (created_at, great, kind, thing_id) < ((select timestamptz 'epoch' + $5::bigint * interval '1 microsecond'), (select $6::boolean), (select $7::activity_kind), (select $8::bigint))
    order by created_at desc
    fetch first ((select $10::bigint)) rows with ties
  ) as recent
  where (recent.stream in (select stream from followed)) is true and (recent.stream <> $1::bigint or recent.act = 'create') and recent.stream <> all (array(select id from users where leaving_at is not null)) and recent.stream <> all (array(select muted_id from mutes where user_id = $1::bigint))
    and was_current(begun_xid, ended_xid, $3::pg_snapshot)
    and owner_id <> all (array(select id from users where leaving_at is not null))
    and owner_id <> all (array(
    select blocked_id from blocks where user_id = $1::bigint
    union all select user_id from blocks where blocked_id = $1::bigint and not $2::boolean
    union all select muted_id from mutes where user_id = $1::bigint
  ))
  order by created_at desc
  fetch first ((select $9::bigint)) rows with ties
), complete as materialized (
  select case when count(*) >= $9::bigint then min(created_at) else coalesce((
    select created_at
    from activity
    where (created_at, great, kind, thing_id) < ((select timestamptz 'epoch' + $5::bigint * interval '1 microsecond'), (select $6::boolean), (select $7::activity_kind), (select $8::bigint))
    order by created_at desc
    offset (select $10::bigint - 1)
    limit 1
  ), '-infinity') end as since
  from activities
), latest as materialized (
  select * from (
    select distinct on (thing_id, kind) activities.*
    from activities, complete
    where created_at >= complete.since
    order by thing_id, kind, created_at desc, great desc, stream desc, act desc
  ) as latest
  order by created_at desc, great desc, kind desc, thing_id desc
), entries as (
  select *,
    ended_xid is null or exists (
      select from activity as live
      where (live.stream, live.act, live.kind, live.thing_id) = (latest.stream, latest.act, latest.kind, latest.thing_id)
        and live.ended_xid is null
    ) as is_live
  from latest
  where not exists (
    select from activity as above
    where above.kind = latest.kind and above.thing_id = latest.thing_id
      and (above.created_at, above.great, above.kind, above.thing_id) >= ((select timestamptz 'epoch' + $5::bigint * interval '1 microsecond'), (select $6::boolean), (select $7::activity_kind), (select $8::bigint))
      and (above.stream in (select stream from followed)) is true and (above.stream <> $1::bigint or above.act = 'create') and above.stream <> all (array(select id from users where leaving_at is not null)) and above.stream <> all (array(select muted_id from mutes where user_id = $1::bigint)) and was_current(above.begun_xid, above.ended_xid, $3::pg_snapshot)
  ) and case kind when 'chain' then (select true from shown_chain_cards where chain_id = thing_id limit 1) when 'subject' then (select true from shown_subject_cards where subject_id = thing_id limit 1) else true end
  order by created_at desc, great desc, kind desc, thing_id desc limit (select $4::bigint)
)
select case when isfinite(complete.since) then (extract(epoch from complete.since) * 1000000)::bigint end as since,
  kind, thing_id, great, (extract(epoch from created_at) * 1000000)::bigint as micros,
  case when is_live then act else 'create' end as activity_type,
  case when is_live and stream > 0 then stream else owner_id end as actor_id
from complete left join entries on true
order by created_at desc, great desc, kind desc, thing_id desc
