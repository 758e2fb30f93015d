import { type Place, pageStatement, placeOf } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import { relationMembers } from '#domains/connections/view.ts';
import { isHere, personJson } from '#domains/users/view.ts';
import type { Viewer } from '#http/viewer.ts';

/** Above whom one shares most connections with. */
export const bestSuggestion: Place = ['9', '9007199254740991', '0'];

/** What is shared comes first, by how much of it; each person appears once, for the best reason. */
const reasons = { connections: 3, contacts: 2, topics: 1 } as const;

/** A topic that everybody chose says little, and must not cost much: as many of its newest members are looked at. */
const membersPerTopic = 1000;

const me = '$5::bigint';
const isAfter = (tier: number, shared: string, id: string) =>
  `(${tier}, ${shared}, -${id}) < ($2::bigint, $3::bigint, -($4::bigint))`;

const fullName = (user: string) =>
  `concat_ws(' ', nullif(${user}.first_name, ''), nullif(${user}.last_name, ''))`;

/** A few of the connections both have, newest first. */
const sharedConnections = (id: string) => `
  select ${fullName('friend')} as name
  from connections as mine
  join connections as theirs on theirs.user_id = ${id} and theirs.other_id = mine.other_id
  join users as friend on friend.id = mine.other_id and friend.leaving_at is null
  where mine.user_id = ${me}
  order by theirs.created_at desc
  limit 3`;

const sharedTopics = (id: string) => `
  select topics.name
  from user_topics as mine
  join user_topics as theirs on theirs.user_id = ${id} and theirs.topic_id = mine.topic_id
  join topics on topics.id = mine.topic_id
  where mine.user_id = ${me}
  order by mine.rank
  limit 3`;

/**
 * One statement. The weaker reasons are looked into only where the stronger ones do not fill the page: PostgreSQL sees that before it
 * begins with them.
 */
const suggestions = pageStatement(
  'userSuggestions',
  `with known as materialized (
     select ${me} as id
     union select other_id from connections where user_id = ${me}
     union select receiver_id from connection_requests where sender_id = ${me} and receiver_id is not null and email is null
     union select sender_id from connection_requests where receiver_id = ${me}
     union select blocked_id from blocks where user_id = ${me}
     union select user_id from blocks where blocked_id = ${me}
   ), friends as materialized (
     select theirs.other_id as id, count(*) as shared
     from connections as mine join connections as theirs on theirs.user_id = mine.other_id
     where mine.user_id = ${me}
     group by theirs.other_id
   ), by_connections as materialized (
     select id, ${reasons.connections} as tier, shared
     from friends
     where id not in (select id from known) and ${isHere('id')} and ${isAfter(reasons.connections, 'shared', 'id')}
     order by shared desc, id
     limit $1 + 1
   ), by_contacts as materialized (
     select person.id, ${reasons.contacts} as tier, 0::bigint as shared
     from contacts join users as person on lower(person.email) = lower(contacts.email)
     where (select count(*) from by_connections) <= $1
       and contacts.owner_id = ${me} and person.email_verified_at is not null and person.leaving_at is null
       and person.id not in (select id from known) and person.id not in (select id from friends)
       and ${isAfter(reasons.contacts, '0::bigint', 'person.id')}
     order by person.id
     limit $1 + 1
   ), by_topics as materialized (
     select member.user_id as id, ${reasons.topics} as tier, count(*) as shared
     from user_topics as mine
     cross join lateral (
       select user_id from user_topics as chosen where chosen.topic_id = mine.topic_id
       order by user_id desc limit ${membersPerTopic}
     ) as member
     where (select count(*) from by_connections) + (select count(*) from by_contacts) <= $1
       and mine.user_id = ${me}
       and member.user_id not in (select id from known) and member.user_id not in (select id from friends)
       and ${isHere('member.user_id')}
       and not exists (
         select from users as person
         join contacts on contacts.owner_id = ${me} and lower(contacts.email) = lower(person.email)
         where person.id = member.user_id
       )
     group by member.user_id
     having ${isAfter(reasons.topics, 'count(*)', 'member.user_id')}
     order by shared desc, id
     limit $1 + 1
   )
   select json_build_object(
       'connectionModel', ${personJson('person', 'photo', relationMembers('person', { id: me }))},
       'reason', case found.tier ${Object.entries(reasons)
         .map(([name, tier]) => `when ${tier} then '${name}'`)
         .join(' ')} end,
       'sharedCount', nullif(found.shared, 0),
       'sharedNameVec', case found.tier
         when ${reasons.connections} then (select json_agg(name) from (${sharedConnections('found.id')}) as names)
         when ${reasons.topics} then (select json_agg(name) from (${sharedTopics('found.id')}) as names)
       end
     ) as item, ${placeOf('found.tier', 'found.shared', 'found.id')} as place
   from (
     select * from by_connections union all select * from by_contacts union all select * from by_topics
     order by tier desc, shared desc, id
     limit $1 + 1
   ) as found
   join users as person on person.id = found.id
   left join photos as photo on photo.id = person.photo_id
   order by found.tier desc, found.shared desc, found.id`,
);

export async function listUserSuggestions(
  db: Db,
  viewer: Viewer,
  page: { limit: number; after: Place },
): Promise<string> {
  const [row] = await db.query<{ body: string }>({
    name: 'user-suggestions',
    text: suggestions,
    values: [page.limit, ...page.after, viewer.userId],
  });
  return row?.body ?? '';
}
