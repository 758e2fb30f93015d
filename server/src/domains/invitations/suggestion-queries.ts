import { type CursorValues, cursorSql, onePage, pageStatement } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import { joinRelation } from '#domains/connections/view.ts';
import { fullName, isNotLeaving, personForViewerJson } from '#domains/users/view.ts';
import { isListed } from '#domains/visibility/view.ts';
import type { Viewer } from '#http/viewer.ts';

/** The cursor above the best suggestion. */
export const bestSuggestion: CursorValues = ['9', '9007199254740991', '0'];

/** The strongest reason comes first, then the number of shared items; each user appears once, with the best reason. */
const reasons = { connections: 3, contacts: 2, topics: 1, cards: 0 } as const;

/** Limits the cost of large networks and topics: only this many of the newest members are read. */
const connectionsLookedAt = 500;
const membersPerTopic = 1000;
const cardsPerTopic = 1000;

const me = '$5::bigint';
const isAfter = (tier: number, shared: string, id: string) =>
  `($2::bigint > ${tier} or ($2::bigint = ${tier} and (${shared}, -${id}) < ($3::bigint, -($4::bigint))))`;

const namesOf = (ids: string) => `
  select json_agg(${fullName('users')} order by id)
  from users where id in (${ids})`;

const sharedTopics = (id: string) => `
  select json_agg(name)
  from (
    select topics.name
    from user_topics as mine
    join user_topics as theirs on theirs.user_id = ${id} and theirs.topic_id = mine.topic_id
    join topics on topics.id = mine.topic_id
    where mine.user_id = ${me}
    order by mine.rank
    limit 3
  ) as names`;

/** The viewer's topics of a user's great cards. */
const topicsOfGreatCards = (id: string) => `
  select json_agg(name)
  from (
    select topics.name
    from user_topics as mine
    join topics on topics.id = mine.topic_id
    where mine.user_id = ${me} and exists (
      select from card_topics join cards on cards.id = card_topics.card_id
      where card_topics.topic_id = mine.topic_id and cards.owner_id = ${id} and cards.great
    )
    order by mine.rank
    limit 3
  ) as names`;

/**
 * PostgreSQL evaluates weaker reasons only if stronger ones do not fill the page. Connections of connections are
 * thousands, so they are counted without being materialised; the array makes this one index scan instead of one per
 * connection. Two of the shared ones are named, because `min` and `max` are cheap while counting.
 */
const suggestions = pageStatement(
  'userSuggestions',
  `with known as materialized (
     select ${me} as id
     union all select other_id from connections where user_id = ${me}
     union all select receiver_id from connection_requests where sender_id = ${me} and receiver_id is not null and email is null
     union all select sender_id from connection_requests where receiver_id = ${me}
     union all select blocked_id from blocks where user_id = ${me}
     union all select user_id from blocks where blocked_id = ${me}
     union all select id from users where leaving_at is not null
   ), friends as not materialized (
     select theirs.other_id as id, count(*) as shared, min(theirs.user_id) as first, max(theirs.user_id) as last
     from connections as theirs
     where theirs.user_id = any (array(
       select other_id from connections
       where user_id = ${me} and ${isNotLeaving('other_id')}
       order by created_at desc, other_id desc
       limit ${connectionsLookedAt}
     ))
     group by theirs.other_id
   ), members as materialized (
     -- Only where each has the other's address: importing an address must not tell whose it is.
     select person.id
     from contacts as theirs
     join users as person on person.id = theirs.owner_id
     join contacts as mine on mine.owner_id = ${me} and lower(mine.email) = lower(person.email)
     where lower(theirs.email) = (select lower(email) from users where id = ${me})
       and person.email_verified_at is not null and person.leaving_at is null
   ), followers as materialized (
     select member.id, count(*) as shared
     from user_topics as mine
     cross join lateral (
       select user_id as id from user_topics as chosen where chosen.topic_id = mine.topic_id
       order by user_id desc limit ${membersPerTopic}
     ) as member
     where mine.user_id = ${me}
     group by member.id
   ), topic_cards as not materialized (
     select card_id as id
     from user_topics as mine
     cross join lateral (
       select card_id from card_topics as named where named.topic_id = mine.topic_id
       order by card_id desc limit ${cardsPerTopic}
     ) as newest
     where mine.user_id = ${me}
     union
     -- Users without topics get the makers of the best cards of all.
     (select id from cards
      where ${isListed('cards')} and great and not exists (select from user_topics where user_id = ${me})
      order by score desc, id desc limit ${cardsPerTopic})
   ), by_connections as materialized (
     select id, ${reasons.connections} as tier, shared, first, last
     from friends
     where id not in (select id from known) and ${isAfter(reasons.connections, 'shared', 'id')}
     order by shared desc, id
     limit ${onePage}
   ), by_contacts as materialized (
     select id, ${reasons.contacts} as tier, 0::bigint as shared, null::bigint as first, null::bigint as last
     from members
     where (select count(*) from by_connections) <= $1
       and id not in (select id from known) and id not in (select id from friends)
       and ${isAfter(reasons.contacts, '0::bigint', 'id')}
     order by id
     limit ${onePage}
   ), by_topics as materialized (
     select id, ${reasons.topics} as tier, shared, null::bigint as first, null::bigint as last
     from followers
     where (select count(*) from by_connections) + (select count(*) from by_contacts) <= $1
       and id not in (select id from known) and id not in (select id from friends) and id not in (select id from members)
       and ${isAfter(reasons.topics, 'shared', 'id')}
     order by shared desc, id
     limit ${onePage}
   ), by_cards as materialized (
     select owner_id as id, ${reasons.cards} as tier, count(*) as shared, null::bigint as first, null::bigint as last
     from topic_cards join cards using (id)
     where (select count(*) from by_connections) + (select count(*) from by_contacts) + (select count(*) from by_topics) <= $1
       and great
       and owner_id not in (select id from known) and owner_id not in (select id from friends)
       and owner_id not in (select id from members) and owner_id not in (select id from followers)
     group by owner_id
     having ${isAfter(reasons.cards, 'count(*)', 'owner_id')}
     order by shared desc, id
     limit ${onePage}
   )
   select json_build_object(
       'connectionModel', ${personForViewerJson('person', 'photo')},
       'reason', case found.tier ${Object.entries(reasons)
         .map(([name, tier]) => `when ${tier} then '${name}'`)
         .join(' ')} end,
       'sharedCount', nullif(found.shared, 0),
       'sharedNameVec', case found.tier
         when ${reasons.connections} then (${namesOf('found.first, found.last')})
         when ${reasons.topics} then (${sharedTopics('found.id')})
         when ${reasons.cards} then (${topicsOfGreatCards('found.id')})
       end
     ) as item, ${cursorSql('found.tier', 'found.shared', 'found.id')} as cursor
   from (
     select * from by_connections union all select * from by_contacts
     union all select * from by_topics union all select * from by_cards
     order by tier desc, shared desc, id
     limit ${onePage}
   ) as found
   join users as person on person.id = found.id
   left join photos as photo on photo.id = person.photo_id${joinRelation('person', { id: me })}
   order by found.tier desc, found.shared desc, found.id`,
);

export async function listUserSuggestions(
  db: Db,
  viewer: Viewer,
  page: { limit: number; after: CursorValues },
): Promise<string> {
  const [row] = await db.query<{ body: string }>({
    name: 'user-suggestions',
    text: suggestions,
    values: [page.limit, ...page.after, viewer.userId],
  });
  return row?.body ?? '';
}
