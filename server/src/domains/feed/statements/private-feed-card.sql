select card.id, json_strip_nulls(json_build_object(
  'feedItemType', 'kPost' || initcap(entry.act),
  'createdAt', case when entry.act = 'create' then ((extract(epoch from card.created_at) * 1000000)::bigint * 1000) else entry.micros * 1000 end,
  'connectionModel', json_build_object('userId', actor.id,
    'firstName', nullif(actor.first_name, ''),
    'lastName', nullif(actor.last_name, ''),
    'photoModel', actor_photo.model,
    'socialProfilePhotoUrl', actor.social_photo_url,
    'linkedinProfileUrl', actor.linkedin_url),
  'postModel', json_build_object('id', card.id,
    'urlText', card.url_text,
    'type', card.type,
    'title', card.title,
    'text', nullif(card.text, ''),
    'tagsText', nullif(array_to_string(card.tags, ' '), ''),
    'likeCount', card.like_count,
    'commentCount', card.comment_count,
    'quality', case when card.great then 'kQualityGreat' else 'kQualityRegular' end,
    'locked', card.locked,
    'createdAt', ((extract(epoch from card.created_at) * 1000000)::bigint * 1000),
    'updatedAt', ((extract(epoch from card.edited_at) * 1000000)::bigint * 1000),
    'embedVideoUrl', 'https://www.youtube-nocookie.com/embed/' || card.video_id,
    'photoModelVec', case when card_photo.id is null then '[]'::json else json_build_array(card_photo.model) end,
    'altText', card.alt_text,
    'aiModelName', card.ai_model_name,
    'likedByViewer', coalesce((select true from card_likes where card_id = card.id and user_id = $1::bigint), false),
    'can', json_build_object('edit', ($2::boolean or card.owner_id = $1::bigint) and not card.locked,
    'delete', ($2::boolean or card.owner_id = $1::bigint) and not card.locked,
    'lock', $2::boolean,
    'rate', $2::boolean,
    'comment', true,
    'like', true),
    'ownerModel', json_build_object('userId', card_owner.id,
    'firstName', nullif(card_owner.first_name, ''),
    'lastName', nullif(card_owner.last_name, ''),
    'photoModel', card_owner_photo.model,
    'socialProfilePhotoUrl', card_owner.social_photo_url,
    'linkedinProfileUrl', card_owner.linkedin_url))
))::text as item
from unnest($3::bigint[], $4::text[], $5::bigint[], $6::bigint[]) as entry (thing_id, act, actor_id, micros)
join cards as card join users as card_owner on card_owner.id = card.owner_id and card_owner.leaving_at is null
    left join photos as card_photo on card_photo.id = card.photo_id
    left join photos as card_owner_photo on card_owner_photo.id = card_owner.photo_id on card.id = entry.thing_id
join users as actor on actor.id = entry.actor_id
left join photos as actor_photo on actor_photo.id = actor.photo_id
