with followed as not materialized (
  select $1::bigint as stream
  union all
  select other_id from connections where user_id = $1::bigint
  union all
  select -topic_id from user_topics where user_id = $1::bigint
)
select kind, thing_id, owner_id as actor_id, sort_key as sort_key
from (
  (
    select 'card'::activity_kind as kind, id as thing_id, owner_id, score as sort_key
    from cards as content
    where score <= (select $5::float8) and (score, 'card', id) < ((select $5::float8), $6::activity_kind, $7::bigint)
      and not exists (
        select from activity
        where kind = 'card' and thing_id = content.id and (activity.stream in (select stream from followed)) is true and (activity.stream <> $1::bigint or activity.act = 'create') and activity.stream <> all (array(select id from users where leaving_at is not null)) and activity.stream <> all (array(select muted_id from mutes where user_id = $1::bigint)) and was_current(begun_xid, ended_xid, $3::pg_snapshot)
      )
      and owner_id <> all (array(select id from users where leaving_at is not null))
    and owner_id <> all (array(
    select blocked_id from blocks where user_id = $1::bigint
    union all select user_id from blocks where blocked_id = $1::bigint and not $2::boolean
    union all select muted_id from mutes where user_id = $1::bigint
  )) and content.visibility = 'public'
    order by score desc, id desc limit (select $4::bigint)
  )
  union all
  (
    select 'chain'::activity_kind as kind, id as thing_id, owner_id, score as sort_key
    from chains as content
    where score <= (select $5::float8) and (score, 'chain', id) < ((select $5::float8), $6::activity_kind, $7::bigint)
      and not exists (
        select from activity
        where kind = 'chain' and thing_id = content.id and (activity.stream in (select stream from followed)) is true and (activity.stream <> $1::bigint or activity.act = 'create') and activity.stream <> all (array(select id from users where leaving_at is not null)) and activity.stream <> all (array(select muted_id from mutes where user_id = $1::bigint)) and was_current(begun_xid, ended_xid, $3::pg_snapshot)
      )
      and owner_id <> all (array(select id from users where leaving_at is not null))
    and owner_id <> all (array(
    select blocked_id from blocks where user_id = $1::bigint
    union all select user_id from blocks where blocked_id = $1::bigint and not $2::boolean
    union all select muted_id from mutes where user_id = $1::bigint
  )) and content.visibility = 'public' and (select true from shown_chain_cards where chain_id = content.id limit 1)
    order by score desc, id desc limit (select $4::bigint)
  )
  union all
  (
    select 'subject'::activity_kind as kind, id as thing_id, owner_id, score as sort_key
    from subjects as content
    where score <= (select $5::float8) and (score, 'subject', id) < ((select $5::float8), $6::activity_kind, $7::bigint)
      and not exists (
        select from activity
        where kind = 'subject' and thing_id = content.id and (activity.stream in (select stream from followed)) is true and (activity.stream <> $1::bigint or activity.act = 'create') and activity.stream <> all (array(select id from users where leaving_at is not null)) and activity.stream <> all (array(select muted_id from mutes where user_id = $1::bigint)) and was_current(begun_xid, ended_xid, $3::pg_snapshot)
      )
      and owner_id <> all (array(select id from users where leaving_at is not null))
    and owner_id <> all (array(
    select blocked_id from blocks where user_id = $1::bigint
    union all select user_id from blocks where blocked_id = $1::bigint and not $2::boolean
    union all select muted_id from mutes where user_id = $1::bigint
  )) and content.visibility = 'public' and (select true from shown_subject_cards where subject_id = content.id limit 1)
    order by score desc, id desc limit (select $4::bigint)
  )
) as top
order by top.sort_key desc, kind desc, thing_id desc
limit (select $4::bigint)
