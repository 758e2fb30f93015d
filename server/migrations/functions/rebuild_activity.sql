-- needs: topic_place

-- Makes all rows again from the tables they follow, for databases that were filled without triggers.
create or replace function rebuild_activity() returns void
language sql as $$
  delete from activity;
  insert into activity (stream, act, kind, thing_id, owner_id, great, created_at, begun_xid)
  select *, '0'::xid8 from (
    select owner_id as stream, 'create'::activity_act, 'card'::activity_kind, id, owner_id, false, created_at from cards
    union all
    select owner_id, 'create', 'chain', id, owner_id, false, created_at from chains
    union all
    select owner_id, 'create', 'subject', id, owner_id, false, created_at from subjects
    union all
    select user_id, 'like', 'card', cards.id, owner_id, false, card_likes.created_at
    from card_likes join cards on cards.id = card_id
    union all
    select user_id, 'like', 'chain', chains.id, owner_id, false, chain_likes.created_at
    from chain_likes join chains on chains.id = chain_id
    union all
    select user_id, 'like', 'subject', subjects.id, owner_id, false, subject_likes.created_at
    from subject_likes join subjects on subjects.id = subject_id
    union all
    select comments.owner_id, 'comment', 'card', cards.id, cards.owner_id, false, max(comments.created_at)
    from comments join cards on cards.id = card_id
    group by comments.owner_id, cards.id
    union all
    select -topic_id, 'create', 'card', cards.id, owner_id, great, topic_place(great, great_at, created_at)
    from card_topics join cards on cards.id = card_id
  ) as found (stream, act, kind, thing_id, owner_id, great, created_at)
$$;
