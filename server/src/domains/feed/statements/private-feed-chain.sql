select chain.id, concat('{"feedItemType":' || to_json('kChapter' || initcap(entry.activity_type))::text,
    ',"createdAt":' || to_json(case when entry.activity_type = 'create' then ((extract(epoch from chain.created_at) * 1000000)::bigint * 1000) else entry.micros * 1000 end)::text,
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
    ',"chapterModel":' || to_json(json_strip_nulls(json_build_object('id', chain.id,
    'title', chain.title,
    'desc', chain.description,
    'rank', 0,
    'quality', case when chain.great then 'kQualityGreat' else 'kQualityRegular' end,
    'visibility', coalesce(chain.shown_as, chain.visibility),
    'likeCount', chain.like_count,
    'createdAt', ((extract(epoch from chain.created_at) * 1000000)::bigint * 1000),
    'postCount', case when chain.owner_id = $1::bigint then chain.card_count else chain.shown_count end,
    'photoModelVec', case when chain_photo.id is null then '[]'::json else json_build_array(chain_photo.model) end,
    'likedByViewer', coalesce((select true from chain_likes where chain_id = chain.id and user_id = $1::bigint), false),
    'savedByViewer', coalesce(
      (select true from user_chains where user_id = $1::bigint and chain_id = chain.id), false),
    'moderation', case when chain.hidden_by is not null then moderation_of(chain.hidden_by) end,
    'can', json_build_object('edit', ($2::boolean or chain.owner_id = $1::bigint),
    'delete', ($2::boolean or chain.owner_id = $1::bigint),
    'rate', $2::boolean,
    'like', true),
    'ownerModel', json_build_object('userId', chain_owner.id,
    'firstName', nullif(chain_owner.first_name, ''),
    'lastName', nullif(chain_owner.last_name, ''),
    'photoModel', chain_owner_photo.model,
    'socialProfilePhotoUrl', chain_owner.social_photo_url,
    'linkedinProfileUrl', chain_owner.linkedin_url,
    'connected', chain_owner_relation.connected,
    'sentConnRequest', case when chain_owner_relation.connected is not null then chain_owner_relation.sent is not null end,
    'receivedConnRequest', case when chain_owner_relation.connected is not null then chain_owner_relation.received is not null end,
    'connectionReqId', coalesce(chain_owner_relation.received, chain_owner_relation.sent)))))::text, '}') as item
from unnest((select $3::bigint[]), (select $4::text[]), (select $5::bigint[]), (select $6::bigint[]))
  as entry (thing_id, activity_type, actor_id, micros)
join chains as chain join users as chain_owner on chain_owner.id = chain.owner_id and chain_owner.leaving_at is null
    left join photos as chain_owner_photo on chain_owner_photo.id = chain_owner.photo_id
    left join lateral relation_to(chain_owner.id, $1::bigint) as chain_owner_relation on chain_owner.id <> $1::bigint
    left join lateral (
      select photos.*
      from chain_cards join cards on cards.id = chain_cards.card_id join photos on photos.id = cards.photo_id
      where chain_cards.chain_id = chain.id and cards.owner_id <> all (array(select id from users where leaving_at is not null))
        and is_shown_in(chain.visibility, chain.owner_id, cards.visibility, cards.owner_id)
      order by chain_cards.rank, chain_cards.card_id
      limit 1
    ) as chain_photo on true on chain.id = entry.thing_id
join users as actor on actor.id = entry.actor_id
left join photos as actor_photo on actor_photo.id = actor.photo_id
    left join lateral relation_to(actor.id, $1::bigint) as actor_relation on actor.id <> $1::bigint
where chain.visibility = 'public'
