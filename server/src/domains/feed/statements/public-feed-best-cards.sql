select json_strip_nulls(json_build_object(
      'feedItemModelVec', coalesce(json_agg(item order by n) filter (where n <= $1), '[]'::json),
      'nextCursor', case when count(*) > $1 then max(cursor) filter (where n = $1) end
    ))::text as body
    from (select item, cursor, row_number() over () as n from (select
       (select json_build_object('feedItemType', 'kPostCreate'::text,
    'createdAt', ((extract(epoch from card.created_at) * 1000000)::bigint * 1000),
    'connectionModel', json_build_object('userId', card_owner.id,
    'firstName', nullif(card_owner.first_name, ''),
    'lastName', nullif(card_owner.last_name, ''),
    'photoModel', card_owner_photo.model,
    'socialProfilePhotoUrl', card_owner.social_photo_url,
    'linkedinProfileUrl', card_owner.linkedin_url),
    'postModel', json_build_object('id', card.id,
    'urlText', card.url_text,
    'type', card.type,
    'title', card.title,
    'text', nullif(card.text, ''),
    'tagsText', nullif(array_to_string(card.tags, ' '), ''),
    'rank', 0,
    'likeCount', card.like_count,
    'commentCount', card.comment_count,
    'quality', case when card.great then 'kQualityGreat' else 'kQualityRegular' end,
    'locked', card.locked,
    'visibility', card.visibility,
    'version', card.version,
    'license', card.license,
    'createdAt', ((extract(epoch from card.created_at) * 1000000)::bigint * 1000),
    'updatedAt', ((extract(epoch from card.edited_at) * 1000000)::bigint * 1000),
    'embedVideoUrl', 'https://www.youtube-nocookie.com/embed/' || card.video_id,
    'photoModelVec', case when card_photo.id is null then '[]'::json else json_build_array(card_photo.model) end,
    'hasScene', card.scene_id is not null,
    'altText', card.alt_text,
    'source', card.source,
    'aiModelName', card.ai_model_name,
    'aiMarked', nullif(card.ai_marked, false),
    'likedByViewer', false,
    'ownerModel', json_build_object('userId', card_owner.id,
    'firstName', nullif(card_owner.first_name, ''),
    'lastName', nullif(card_owner.last_name, ''),
    'photoModel', card_owner_photo.model,
    'socialProfilePhotoUrl', card_owner.social_photo_url,
    'linkedinProfileUrl', card_owner.linkedin_url))) from cards as card join users as card_owner on card_owner.id = card.owner_id and card_owner.leaving_at is null
    left join photos as card_owner_photo on card_owner_photo.id = card_owner.photo_id
    left join photos as card_photo on card_photo.id = card.photo_id where card.id = top.id) as item,
       translate(encode(convert_to((top.place)::text || ',' || (top.kind)::text || ',' || (top.id)::text, 'UTF8'), 'base64'), E'+/=\n', '-_') as cursor
     from (
    select score as sort_key, score as place, 3 as kind, id
    from cards
    where score <= $2::float8 and (score, 3, id) < ($2::float8, $3::bigint, $4::bigint)
      and owner_id <> all (array(select id from users where leaving_at is not null))
      and cards.visibility = 'public'
    order by score desc, id desc
    limit (select $1 + 1)
  ) as top
     order by top.sort_key desc, top.kind desc, top.id desc) as listed) as numbered
