select subject.id, concat('{"feedItemType":' || to_json('kSubject' || initcap(entry.activity_type))::text,
    ',"createdAt":' || to_json(case when entry.activity_type = 'create' then ((extract(epoch from subject.created_at) * 1000000)::bigint * 1000) else entry.micros * 1000 end)::text,
    ',"connectionModel":' || concat('{"userId":' || to_json(actor.id)::text,
    ',"firstName":' || to_json(nullif(actor.first_name, ''))::text,
    ',"lastName":' || to_json(nullif(actor.last_name, ''))::text,
    ',"photoModel":' || to_json(actor_photo.model)::text,
    ',"socialProfilePhotoUrl":' || to_json(actor.social_photo_url)::text,
    ',"linkedinProfileUrl":' || to_json(actor.linkedin_url)::text,
    ',"connected":' || to_json(actor_relation.connected)::text,
    ',"sentConnRequest":' || to_json(case when actor_relation.connected is not null then actor_relation.sent is not null end)::text,
    ',"receivedConnRequest":' || to_json(case when actor_relation.connected is not null then actor_relation.received is not null end)::text,
    ',"connectionReqId":' || to_json(coalesce(actor_relation.received, actor_relation.sent))::text, '}'),
    ',"subjectModel":' || to_json(json_strip_nulls(json_build_object('id', subject.id,
    'title', subject.title,
    'desc', subject.description,
    'rank', 0,
    'quality', case when subject.great then 'kQualityGreat' else 'kQualityRegular' end,
    'visibility', coalesce(subject.shown_as, subject.visibility),
    'likeCount', subject.like_count,
    'createdAt', ((extract(epoch from subject.created_at) * 1000000)::bigint * 1000),
    'ownerId', subject.owner_id,
    'chapterCount', (
      select count(*)
      from subject_chains join chains on chains.id = subject_chains.chain_id
      where subject_chains.subject_id = subject.id and (is_shown_in(subject.visibility, subject.owner_id, chains.visibility, chains.owner_id) or chains.owner_id = $1::bigint)
    ),
    'postCount', (
      select coalesce(sum(case when chains.owner_id = $1::bigint then chains.card_count else chains.shown_count end), 0)
      from subject_chains join chains on chains.id = subject_chains.chain_id
      where subject_chains.subject_id = subject.id and (is_shown_in(subject.visibility, subject.owner_id, chains.visibility, chains.owner_id) or chains.owner_id = $1::bigint)
    ),
    'photoModelVec', case when subject_photo.id is null then '[]'::json else json_build_array(subject_photo.model) end,
    'likedByViewer', coalesce((select true from subject_likes where subject_id = subject.id and user_id = $1::bigint), false),
    'savedByViewer', coalesce(
      (select true from user_subjects where user_id = $1::bigint and subject_id = subject.id), false),
    'moderation', case when subject.hidden_by is not null then moderation_of(subject.hidden_by) end,
    'can', json_build_object('edit', ($2::boolean or subject.owner_id = $1::bigint),
    'delete', ($2::boolean or subject.owner_id = $1::bigint),
    'rate', $2::boolean,
    'like', true),
    'ownerModel', json_build_object('userId', subject_owner.id,
    'firstName', nullif(subject_owner.first_name, ''),
    'lastName', nullif(subject_owner.last_name, ''),
    'photoModel', subject_owner_photo.model,
    'socialProfilePhotoUrl', subject_owner.social_photo_url,
    'linkedinProfileUrl', subject_owner.linkedin_url,
    'connected', subject_owner_relation.connected,
    'sentConnRequest', case when subject_owner_relation.connected is not null then subject_owner_relation.sent is not null end,
    'receivedConnRequest', case when subject_owner_relation.connected is not null then subject_owner_relation.received is not null end,
    'connectionReqId', coalesce(subject_owner_relation.received, subject_owner_relation.sent)))))::text, '}') as item
from unnest((select $3::bigint[]), (select $4::text[]), (select $5::bigint[]), (select $6::bigint[]))
  as entry (thing_id, activity_type, actor_id, micros)
join subjects as subject join users as subject_owner on subject_owner.id = subject.owner_id and subject_owner.leaving_at is null
    left join photos as subject_owner_photo on subject_owner_photo.id = subject_owner.photo_id
    left join lateral relation_to(subject_owner.id, $1::bigint) as subject_owner_relation on subject_owner.id <> $1::bigint
    left join photos as subject_photo on subject_photo.id = subject.photo_id on subject.id = entry.thing_id
join users as actor on actor.id = entry.actor_id
left join photos as actor_photo on actor_photo.id = actor.photo_id
    left join lateral relation_to(actor.id, $1::bigint) as actor_relation on actor.id <> $1::bigint
where subject.visibility = 'public'
