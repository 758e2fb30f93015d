import type { Db } from '#db/pool.ts';

/** Invariants of the database; each statement selects the rows that violate one. */
const invariants: Record<string, string> = {
  'a card counts its likes':
    'select id from cards where like_count <> (select count(*) from card_likes where card_id = cards.id)',
  'a card counts its comments':
    'select id from cards where comment_count <> (select count(*) from comments where card_id = cards.id and hidden_by is null)',
  'a chain counts its likes':
    'select id from chains where like_count <> (select count(*) from chain_likes where chain_id = chains.id)',
  'a chain counts its cards':
    'select id from chains where card_count <> (select count(*) from chain_cards where chain_id = chains.id)',
  'a chain counts the cards it shows': `
    select id from chains where shown_count <> (
      select count(*) from chain_cards join cards on cards.id = card_id
      where chain_id = chains.id and (
        cards.visibility = 'public'
        or cards.visibility = 'unlisted' and chains.visibility <> 'public' and cards.owner_id = chains.owner_id
      )
    )`,
  'what is published says since when': `
    select id from cards where visibility <> 'draft' and published_at is null or visibility = 'public' and announced_at is null
    union all
    select id from chains where visibility <> 'draft' and published_at is null
      or visibility = 'public' and shown_count > 0 and announced_at is null
    union all
    select id from subjects where visibility <> 'draft' and published_at is null
      or visibility = 'public' and announced_at is null and exists (
        select from subject_chains join chains on chains.id = chain_id
        where subject_id = subjects.id and chains.visibility = 'public' and chains.shown_count > 0
      )`,
  'a subject counts its likes':
    'select id from subjects where like_count <> (select count(*) from subject_likes where subject_id = subjects.id)',
  'a subject counts its chains':
    'select id from subjects where chain_count <> (select count(*) from subject_chains where subject_id = subjects.id)',
  'a score follows its counts': `
    select id from cards where score <> trending_score(like_count, comment_count, great, created_at)
    union all
    select id from chains where score <> trending_score(like_count, 0, great, created_at)
    union all
    select id from subjects where score <> trending_score(like_count, 0, great, created_at)`,
  'everything searchable has a document with its current words': `
    select coalesce(thing.id, document.id) as id
    from (select * from searchable where is_public) as thing
    full join search_documents as document on (document.kind, document.id) = (thing.kind, thing.id)
    where thing.keys is distinct from document.keys`,
  'a tag counts its cards': `
    select coalesce(tags.id, 0) as id
    from tags
    full join (select tag, count(distinct cards.id) as uses from cards, unnest(cards.tags) as tag
      where visibility = 'public' group by tag) as used
      on used.tag = tags.name
    where tags.card_count is distinct from used.uses`,
  'a card has a tag once': `
    select id from cards where cardinality(tags) <> (select count(distinct tag) from unnest(tags) as tag)`,
  'a person counts their connections':
    'select id from users where connection_count <> (select count(*) from connections where user_id = users.id)',
  'a connection has two sides': `
    select user_id as id from connections as one
    where not exists (select from connections where user_id = one.other_id and other_id = one.user_id)`,
  'nobody asks whom they are connected to': `
    select request.id
    from connection_requests as request
    join connections on connections.user_id = request.sender_id and connections.other_id = request.receiver_id`,
  'two people do not wait for each other': `
    select request.id
    from connection_requests as request
    join connection_requests as crossing
      on crossing.sender_id = request.receiver_id and crossing.receiver_id = request.sender_id`,
  'nothing is left between people of whom one has blocked the other': `
    select user_id as id from blocks
    where exists (select from connections where user_id = blocks.user_id and other_id = blocks.blocked_id)
      or exists (
        select from connection_requests as request
        where (request.sender_id, request.receiver_id) in ((blocks.user_id, blocks.blocked_id), (blocks.blocked_id, blocks.user_id))
      )`,
  'activity says what people did, once each': `
    select coalesce(told.thing_id, done.thing_id) as id
    from (select * from activity where ended_xid is null) as told
    full join (
      select owner_id as stream, 'create'::activity_act as act, 'card'::activity_kind as kind, id as thing_id, owner_id,
        false as great, created_at
      from cards where visibility = 'public'
      union all
      select owner_id, 'create', 'chain', id, owner_id, false, created_at from chains
      where visibility = 'public' and announced_at is not null
      union all
      select owner_id, 'create', 'subject', id, owner_id, false, created_at from subjects
      where visibility = 'public' and announced_at is not null
      union all
      select user_id, 'like', 'card', id, owner_id, false, card_likes.created_at
      from card_likes join cards on id = card_id and visibility = 'public'
      union all
      select user_id, 'like', 'chain', id, owner_id, false, chain_likes.created_at
      from chain_likes join chains on id = chain_id and visibility = 'public'
      union all
      select user_id, 'like', 'subject', id, owner_id, false, subject_likes.created_at
      from subject_likes join subjects on id = subject_id and visibility = 'public'
      union all
      select comments.owner_id, 'comment', 'card', cards.id, cards.owner_id, false, max(comments.created_at)
      from comments join cards on cards.id = card_id and visibility = 'public' and comments.hidden_by is null
      group by comments.owner_id, cards.id
      union all
      select -topic_id, 'create', 'card', id, owner_id, great, case when great then great_at else created_at end
      from card_topics join cards on id = card_id and visibility = 'public'
    ) as done using (stream, act, kind, thing_id)
    where (told.owner_id, told.great, told.created_at) is distinct from (done.owner_id, done.great, done.created_at)`,
  'a notice counts its actors': `
    select id from notices
    where actor_count <> (select count(distinct actor_id) from notice_actors where notice_id = notices.id)
      or (actor_count = 0) <> (kind in ('great', 'moderation', 'creator_access', 'review_due'))
        and not (kind = 'remix' and detail in ('accepted', 'declined'))`,
  'every public remix and open suggestion is told to the owner, and no other': `
    select coalesce(told.object_id, done.object_id) as id
    from (
      select object_kind, object_id, user_id, actor_id, act_id
      from notices join notice_actors on notice_id = notices.id
      where kind = 'remix' and coalesce(detail, 'suggested') = 'suggested'
    ) as told
    full join (
      select 'card'::notice_object as object_kind, original.id as object_id, original.owner_id as user_id,
        copy.owner_id as actor_id, copy.id as act_id
      from cards as copy join cards as original on original.id = copy.remix_of where copy.visibility = 'public'
      union all
      select 'chain', original.id, original.owner_id, copy.owner_id, copy.id
      from chains as copy join chains as original on original.id = copy.remix_of where copy.visibility = 'public'
      union all
      select 'card', cards.id, cards.owner_id, suggestions.owner_id, -suggestions.id
      from suggestions join cards on cards.id = card_id where state = 'open'
    ) as done using (object_kind, object_id, user_id, actor_id, act_id)
    where (told.act_id is null and done.user_id <> done.actor_id
        and not exists (select from mutes where muted_id = done.actor_id)
        and not exists (select from notice_channels where not app))
      or done.act_id is null`,
  'every like is told to the owner, and no like that is not there': `
    select coalesce(told.object_id, liked.object_id) as id
    from (
      select kind, object_kind, object_id, user_id, actor_id
      from notices join notice_actors on notice_id = notices.id
      where kind = 'like'
    ) as told
    full join (
      select 'like'::notice_kind as kind, 'card'::notice_object as object_kind, id as object_id, owner_id as user_id,
        user_id as actor_id
      from card_likes join cards on id = card_id
      union all
      select 'like', 'chain', id, owner_id, user_id from chain_likes join chains on id = chain_id
      union all
      select 'like', 'subject', id, owner_id, user_id from subject_likes join subjects on id = subject_id
    ) as liked using (kind, object_kind, object_id, user_id, actor_id)
    where (told.kind is null and liked.user_id <> liked.actor_id
        and not exists (select from mutes where muted_id = liked.actor_id)
        and not exists (select from notice_channels where not app))
      or liked.kind is null`,
  'no two items share a rank': `
    select chain_id as id from chain_cards group by chain_id, rank having count(*) > 1
    union all
    select subject_id from subject_chains group by subject_id, rank having count(*) > 1
    union all
    select user_id from user_topics group by user_id, rank having count(*) > 1
    union all
    select user_id from user_chains group by user_id, rank having count(*) > 1
    union all
    select user_id from user_subjects group by user_id, rank having count(*) > 1
    union all
    select user_id from user_topics group by user_id, rank having count(*) > 1`,
  'a card belongs to the topics it names': `
    select coalesce(kept.card_id, named.card_id) as id
    from card_topics as kept
    full join (
      select distinct topics.id as topic_id, cards.id as card_id
      from topics, spellings_of(topics.name) as spelling, cards
      where cards.visibility = 'public' and words_of_card(cards.title, cards.tags, cards.text) @@ spelling.asked
    ) as named on named.topic_id = kept.topic_id and named.card_id = kept.card_id
    where kept.card_id is null or named.card_id is null`,
};

/** The violated invariants, with the first rows of each; empty if all hold. */
export async function brokenInvariants(db: Db, except: readonly string[] = []): Promise<string[]> {
  const broken: string[] = [];
  for (const [claim, text] of Object.entries(invariants)) {
    if (except.includes(claim)) continue;
    const rows = await db.query<{ id: number }>({ name: '', text: `${text} limit 5`, values: [] });
    if (rows.length > 0) broken.push(`${claim}: not ${rows.map((row) => row.id).join(', ')}`);
  }
  return broken;
}
