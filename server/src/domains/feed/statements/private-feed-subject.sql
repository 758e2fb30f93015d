select subject.id, json_strip_nulls(json_build_object(
  'feedItemType', 'kSubject' || initcap(entry.act),
  'createdAt', case when entry.act = 'create' then ((extract(epoch from subject.created_at) * 1000000)::bigint * 1000) else entry.micros * 1000 end,
  'connectionModel', json_build_object('userId', actor.id,
    'firstName', nullif(actor.first_name, ''),
    'lastName', nullif(actor.last_name, ''),
    'photoModel', actor_photo.model,
    'socialProfilePhotoUrl', actor.social_photo_url,
    'linkedinProfileUrl', actor.linkedin_url),
  'subjectModel', json_build_object(
    'id', subject.id,
    'title', subject.title,
    'desc', subject.description,
    
    'ownerId', subject.owner_id,
    'quality', case when subject.great then 'kQualityGreat' else 'kQualityRegular' end,
    'likeCount', subject.like_count,
    'createdAt', ((extract(epoch from subject.created_at) * 1000000)::bigint * 1000),
    'chapterCount', subject.chain_count,
    'postCount', (
      select coalesce(sum(chains.card_count), 0)
      from subject_chains join chains on chains.id = subject_chains.chain_id
      where subject_chains.subject_id = subject.id
    ),
    'photoModelVec', case when subject_photo.id is null then '[]'::json
      else json_build_array(subject_photo.model) end,
    'likedByViewer', coalesce((select true from subject_likes where subject_id = subject.id and user_id = $1::bigint), false),
    'savedByViewer', coalesce(
      (select true from user_subjects where user_id = $1::bigint and subject_id = subject.id), false),
    'can', json_build_object(
      'edit', $2::boolean or subject.owner_id = $1::bigint,
      'delete', $2::boolean or subject.owner_id = $1::bigint,
      'rate', $2::boolean,
      'like', true
    ),
    'ownerModel', json_build_object('userId', subject_owner.id,
    'firstName', nullif(subject_owner.first_name, ''),
    'lastName', nullif(subject_owner.last_name, ''),
    'photoModel', subject_owner_photo.model,
    'socialProfilePhotoUrl', subject_owner.social_photo_url,
    'linkedinProfileUrl', subject_owner.linkedin_url)
  )
))::text as item
from unnest($3::bigint[], $4::text[], $5::bigint[], $6::bigint[]) as entry (thing_id, act, actor_id, micros)
join subjects as subject join users as subject_owner on subject_owner.id = subject.owner_id and subject_owner.leaving_at is null
    left join photos as subject_photo on subject_photo.id = subject.photo_id
    left join photos as subject_owner_photo on subject_owner_photo.id = subject_owner.photo_id on subject.id = entry.thing_id
join users as actor on actor.id = entry.actor_id
left join photos as actor_photo on actor_photo.id = actor.photo_id
