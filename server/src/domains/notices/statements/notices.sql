with hidden as materialized (
  select owners, owners || array(select muted_id from mutes where user_id = $5::bigint) as actors
  from (select array(
    select blocked_id from blocks where user_id = $5::bigint
    union all select user_id from blocks where blocked_id = $5::bigint and not $6::boolean
    union all select id from users where leaving_at is not null
  ) as owners) as unseen
), unread as (
  select count(*)::integer as count from notices as notice cross join lateral (
    select notice.actor_count - count(distinct actor_id) as shown_count from notice_actors
    where actor_id = any ((select actors from hidden)::bigint[]) and notice_id = notice.id
  ) as shown
  where notice.user_id = $5::bigint and notice.seen_at is null and (notice.actor_count = 0 or shown_count > 0)
    and notice.owner_id <> all ((select owners from hidden)::bigint[])
), page as (
  select notice.*, shown_count from notices as notice cross join lateral (
    select notice.actor_count - count(distinct actor_id) as shown_count from notice_actors
    where actor_id = any ((select actors from hidden)::bigint[]) and notice_id = notice.id
  ) as shown
  where notice.user_id = $5::bigint
    and (notice.moved_at, notice.id) < (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::bigint)
    and ($4::notice_kind is null or notice.kind = $4::notice_kind)
    and (notice.actor_count = 0 or shown_count > 0)
    and notice.owner_id <> all ((select owners from hidden)::bigint[])
  order by notice.moved_at desc, notice.id desc
  limit (select $1 + 1)
)
select unread.count as "unreadCount", notice.id, notice.kind, notice.object_kind as "objectKind",
  notice.object_id as "objectId", case notice.object_kind
      when 'card' then (select array[title, url_text] from cards where cards.id = notice.object_id)
      when 'chain' then (select array[title, null::text] from chains where chains.id = notice.object_id)
      when 'subject' then (select array[title, null::text] from subjects where subjects.id = notice.object_id)
      when 'user' then (select array[concat_ws(' ', nullif(users.first_name, ''), nullif(users.last_name, '')), null::text] from users where users.id = notice.object_id)
      else (select array[title, url_text] from comments join cards on cards.id = card_id
        where comments.id = notice.object_id and (cards.visibility not in ('draft', 'hidden') or cards.owner_id = notice.user_id))
    end as words, notice.shown_count::integer as "actorCount", actors.people,
  coalesce(actors.names, '{}') as names, coalesce(actors.act_id, 0) as "actId", notice.detail,
  ((extract(epoch from notice.moved_at) * 1000000)::bigint * 1000) as "createdAt", notice.seen_at is null as unread,
  translate(encode(convert_to(((extract(epoch from notice.moved_at) * 1000000)::bigint)::text || ',' || (notice.id)::text, 'UTF8'), 'base64'), E'+/=\n', '-_') as cursor
from unread left join page as notice on true
left join lateral (
  select json_agg(json_strip_nulls(json_build_object('userId', person.id,
    'firstName', nullif(person.first_name, ''),
    'lastName', nullif(person.last_name, ''),
    'photoModel', photo.model,
    'socialProfilePhotoUrl', person.social_photo_url,
    'linkedinProfileUrl', person.linkedin_url)) order by latest.created_at desc, latest.act_id desc, latest.actor_id)::text as people,
    array_agg(coalesce(nullif(person.first_name, ''), person.last_name) order by latest.created_at desc, latest.act_id desc, latest.actor_id) as names,
    (array_agg(latest.act_id order by latest.created_at desc, latest.act_id desc, latest.actor_id))[1] as act_id
  from (
    select * from (
      select distinct on (actor_id) * from (
        select actor_id, act_id, created_at from notice_actors
        where notice_id = notice.id and actor_id <> all ((select actors from hidden)::bigint[])
        order by created_at desc, act_id desc, actor_id limit 20
      ) as act
      order by actor_id, created_at desc, act_id desc
    ) as act_of_each
    order by created_at desc, act_id desc, actor_id limit 3
  ) as latest
  join users as person on person.id = latest.actor_id
  left join photos as photo on photo.id = person.photo_id
) as actors on true
order by notice.moved_at desc, notice.id desc
