-- needs: topic_place

-- What feeds tell about public content: the rows that `activity` has at present.
create or replace view current_activity as
select owner_id as stream, 'create'::activity_act as act, 'card'::activity_kind as kind, id as thing_id, owner_id,
  false as great, created_at
from cards where visibility = 'public'
union all
select owner_id, 'create', 'chain', id, owner_id, false, created_at
from chains where visibility = 'public' and announced_at is not null
union all
select owner_id, 'create', 'subject', id, owner_id, false, created_at
from subjects where visibility = 'public' and announced_at is not null
union all
select user_id, 'like', 'card', cards.id, owner_id, false, card_likes.created_at
from card_likes join cards on cards.id = card_id
where visibility = 'public'
union all
select user_id, 'like', 'chain', chains.id, owner_id, false, chain_likes.created_at
from chain_likes join chains on chains.id = chain_id
where visibility = 'public'
union all
select user_id, 'like', 'subject', subjects.id, owner_id, false, subject_likes.created_at
from subject_likes join subjects on subjects.id = subject_id
where visibility = 'public'
union all
select comments.owner_id, 'comment', 'card', cards.id, cards.owner_id, false, max(comments.created_at)
from comments join cards on cards.id = card_id
where visibility = 'public' and comments.hidden_by is null
group by comments.owner_id, cards.id
union all
select -topic_id, 'create', 'card', cards.id, owner_id, great, topic_place(great, great_at, created_at)
from card_topics join cards on cards.id = card_id
where visibility = 'public';
