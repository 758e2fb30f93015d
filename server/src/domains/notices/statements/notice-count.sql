with hidden as materialized (
  select array(
    select blocked_id from blocks where user_id = $1::bigint
    union all select user_id from blocks where blocked_id = $1::bigint and not $2::boolean
    union all select muted_id from mutes where user_id = $1::bigint
    union all select id from users where leaving_at is not null
  ) as actors, array(
    select blocked_id from blocks where user_id = $1::bigint
    union all select user_id from blocks where blocked_id = $1::bigint and not $2::boolean
    union all select id from users where leaving_at is not null
  ) as owners
) 
  select count(*)::integer as count from notices as notice
  where notice.user_id = $1::bigint and notice.seen_at is null and (notice.actor_count = 0 or notice.actor_count > (
      select count(distinct actor_id) from notice_actors where actor_id = any ((select actors from hidden)::bigint[]) and notice_id = notice.id
    ))
    and notice.owner_id <> all ((select owners from hidden)::bigint[])
