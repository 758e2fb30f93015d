with hidden as materialized (
  select owners, owners || array(select muted_id from mutes where user_id = $1::bigint) as actors
  from (select array(
    select blocked_id from blocks where user_id = $1::bigint
    union all select user_id from blocks where blocked_id = $1::bigint and not $2::boolean
    union all select id from users where leaving_at is not null
  ) as owners) as unseen
) 
  select count(*)::integer as count from notices as notice cross join lateral (
    select notice.actor_count - count(distinct actor_id) as shown_count from notice_actors
    where actor_id = any ((select actors from hidden)::bigint[]) and notice_id = notice.id
  ) as shown
  where notice.user_id = $1::bigint and notice.seen_at is null and (notice.actor_count = 0 or shown_count > 0)
    and notice.owner_id <> all ((select owners from hidden)::bigint[])
