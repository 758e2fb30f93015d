with activities as (
  select entry.*, stream, created_at
  from unnest((select $2::activity_kind[]), (select $3::bigint[]), (select $4::activity_act[]), (select $5::bigint[]))
    as entry (kind, thing_id, activity_type, actor_id)
  cross join lateral (
    select stream, act, created_at, ended_xid
    from activity
    where activity.kind = entry.kind and activity.thing_id = entry.thing_id
    order by created_at desc
    limit (select $6::bigint)
  ) as latest
  where latest.act = entry.activity_type and ended_xid is null and stream <> actor_id
    and (stream in (select other_id from connections where user_id = $1)) is true
    and stream <> all (array(select id from users where leaving_at is not null)) and stream <> all (array(select muted_id from mutes where user_id = $1))
), placed as (
  select kind, thing_id, stream, (count(*) over (partition by kind, thing_id))::integer as count,
    row_number() over (partition by kind, thing_id order by created_at desc, stream desc) as place
  from activities
)
select kind, thing_id, count, concat('{"userId":' || to_json(person.id)::text,
    ',"firstName":' || to_json(nullif(person.first_name, ''))::text,
    ',"lastName":' || to_json(nullif(person.last_name, ''))::text,
    ',"photoModel":' || to_json(photo.model)::text,
    ',"socialProfilePhotoUrl":' || to_json(person.social_photo_url)::text,
    ',"linkedinProfileUrl":' || to_json(person.linkedin_url)::text,
    ',"connected":true',
    ',"sentConnRequest":false',
    ',"receivedConnRequest":false', '}') as person
from placed
join users as person on person.id = stream
left join photos as photo on photo.id = person.photo_id
where place <= 2
order by kind, thing_id, place
