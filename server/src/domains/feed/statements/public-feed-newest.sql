select json_strip_nulls(json_build_object(
      'feedItemModelVec', coalesce(json_agg(item order by n) filter (where n <= $1), '[]'::json),
      'nextCursor', case when count(*) > $1 then max(cursor) filter (where n = $1) end
    ))::text as body
    from (select item, cursor, row_number() over () as n from (select
       case top.kind
         when 3 then (select json_build_object('feedItemType', 'kPostCreate'::text,
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
    left join photos as card_photo on card_photo.id = card.photo_id where card.id = top.id)
         when 2 then (select json_build_object('feedItemType', 'kChapterCreate',
    'createdAt', ((extract(epoch from chain.created_at) * 1000000)::bigint * 1000),
    'connectionModel', json_build_object('userId', chain_owner.id,
    'firstName', nullif(chain_owner.first_name, ''),
    'lastName', nullif(chain_owner.last_name, ''),
    'photoModel', chain_owner_photo.model,
    'socialProfilePhotoUrl', chain_owner.social_photo_url,
    'linkedinProfileUrl', chain_owner.linkedin_url),
    'chapterModel', json_build_object('id', chain.id,
    'title', chain.title,
    'desc', chain.description,
    'rank', 0,
    'quality', case when chain.great then 'kQualityGreat' else 'kQualityRegular' end,
    'visibility', chain.visibility,
    'likeCount', chain.like_count,
    'createdAt', ((extract(epoch from chain.created_at) * 1000000)::bigint * 1000),
    'postCount', chain.shown_count,
    'photoModelVec', case when chain_photo.id is null then '[]'::json else json_build_array(chain_photo.model) end,
    'likedByViewer', false,
    'ownerModel', json_build_object('userId', chain_owner.id,
    'firstName', nullif(chain_owner.first_name, ''),
    'lastName', nullif(chain_owner.last_name, ''),
    'photoModel', chain_owner_photo.model,
    'socialProfilePhotoUrl', chain_owner.social_photo_url,
    'linkedinProfileUrl', chain_owner.linkedin_url))) from chains as chain join users as chain_owner on chain_owner.id = chain.owner_id and chain_owner.leaving_at is null
    left join photos as chain_owner_photo on chain_owner_photo.id = chain_owner.photo_id
    left join lateral (
      select photos.*
      from chain_cards join cards on cards.id = chain_cards.card_id join photos on photos.id = cards.photo_id
      where chain_cards.chain_id = chain.id and cards.owner_id <> all (array(select id from users where leaving_at is not null))
        and is_shown_in(chain.visibility, chain.owner_id, cards.visibility, cards.owner_id)
      order by chain_cards.rank, chain_cards.card_id
      limit 1
    ) as chain_photo on true where chain.id = top.id)
         else (select json_build_object('feedItemType', 'kSubjectCreate',
    'createdAt', ((extract(epoch from subject.created_at) * 1000000)::bigint * 1000),
    'connectionModel', json_build_object('userId', subject_owner.id,
    'firstName', nullif(subject_owner.first_name, ''),
    'lastName', nullif(subject_owner.last_name, ''),
    'photoModel', subject_owner_photo.model,
    'socialProfilePhotoUrl', subject_owner.social_photo_url,
    'linkedinProfileUrl', subject_owner.linkedin_url),
    'subjectModel', json_build_object('id', subject.id,
    'title', subject.title,
    'desc', subject.description,
    'rank', 0,
    'quality', case when subject.great then 'kQualityGreat' else 'kQualityRegular' end,
    'visibility', subject.visibility,
    'likeCount', subject.like_count,
    'createdAt', ((extract(epoch from subject.created_at) * 1000000)::bigint * 1000),
    'ownerId', subject.owner_id,
    'chapterCount', (
      select count(*)
      from subject_chains join chains on chains.id = subject_chains.chain_id
      where subject_chains.subject_id = subject.id and is_shown_in(subject.visibility, subject.owner_id, chains.visibility, chains.owner_id)
    ),
    'postCount', (
      select coalesce(sum(chains.shown_count), 0)
      from subject_chains join chains on chains.id = subject_chains.chain_id
      where subject_chains.subject_id = subject.id and is_shown_in(subject.visibility, subject.owner_id, chains.visibility, chains.owner_id)
    ),
    'photoModelVec', case when subject_photo.id is null then '[]'::json else json_build_array(subject_photo.model) end,
    'likedByViewer', false,
    'ownerModel', json_build_object('userId', subject_owner.id,
    'firstName', nullif(subject_owner.first_name, ''),
    'lastName', nullif(subject_owner.last_name, ''),
    'photoModel', subject_owner_photo.model,
    'socialProfilePhotoUrl', subject_owner.social_photo_url,
    'linkedinProfileUrl', subject_owner.linkedin_url))) from subjects as subject join users as subject_owner on subject_owner.id = subject.owner_id and subject_owner.leaving_at is null
    left join photos as subject_owner_photo on subject_owner_photo.id = subject_owner.photo_id
    left join photos as subject_photo on subject_photo.id = subject.photo_id where subject.id = top.id)
       end as item,
       translate(encode(convert_to((top.place)::text || ',' || (top.kind)::text || ',' || (top.id)::text, 'UTF8'), 'base64'), E'+/=\n', '-_') as cursor
     from (
       (
    select created_at as sort_key, (extract(epoch from created_at) * 1000000)::bigint as place, 3 as kind, id
    from cards
    where created_at <= (timestamptz 'epoch' + $2::bigint * interval '1 microsecond') and (created_at, 3, id) < ((timestamptz 'epoch' + $2::bigint * interval '1 microsecond'), $3::bigint, $4::bigint)
      and owner_id <> all (array(select id from users where leaving_at is not null))
      and cards.visibility = 'public'
    order by created_at desc, id desc
    limit (select $1 + 1)
  )
       union all (
    select created_at as sort_key, (extract(epoch from created_at) * 1000000)::bigint as place, 2 as kind, id
    from chains
    where created_at <= (timestamptz 'epoch' + $2::bigint * interval '1 microsecond') and (created_at, 2, id) < ((timestamptz 'epoch' + $2::bigint * interval '1 microsecond'), $3::bigint, $4::bigint)
      and owner_id <> all (array(select id from users where leaving_at is not null))
      and chains.visibility = 'public' and (select true from shown_chain_cards where chain_id = chains.id limit 1)
    order by created_at desc, id desc
    limit (select $1 + 1)
  )
       union all (
    select created_at as sort_key, (extract(epoch from created_at) * 1000000)::bigint as place, 1 as kind, id
    from subjects
    where created_at <= (timestamptz 'epoch' + $2::bigint * interval '1 microsecond') and (created_at, 1, id) < ((timestamptz 'epoch' + $2::bigint * interval '1 microsecond'), $3::bigint, $4::bigint)
      and owner_id <> all (array(select id from users where leaving_at is not null))
      and subjects.visibility = 'public' and (select true from shown_subject_cards where subject_id = subjects.id limit 1)
    order by created_at desc, id desc
    limit (select $1 + 1)
  )
       order by sort_key desc, kind desc, id desc
       limit (select $1 + 1)
     ) as top
     order by top.sort_key desc, top.kind desc, top.id desc) as listed) as numbered
