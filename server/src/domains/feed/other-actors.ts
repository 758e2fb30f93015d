import { jsonText } from '#db/json.ts';
import { keepGenericPlan } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import { isNotMuted } from '#domains/connections/view.ts';
import { isNotLeaving, personMembers } from '#domains/users/view.ts';
import type { Viewer } from '#http/viewer.ts';
import type { Kind } from './private-cursor.ts';
import { type Entry, manyConnections } from './private-entries.ts';

/** Other connections of the viewer who did the same as the actor of an entry. */
export interface OtherActors {
  /** The latest two as JSON text. */
  people: string;
  count: number;
}

export const noOtherActors: OtherActors = { people: '', count: 0 };
export const keyOf = (kind: Kind, contentId: number) => `${kind} ${contentId}`;

/** So many of the latest activities on each content item are counted; fewer for viewers with many connections. */
const countedActivities = { few: 400, many: 40 };

const entry = `unnest(${['$2::activity_kind[]', '$3::bigint[]', '$4::activity_act[]', '$5::bigint[]'].map(keepGenericPlan).join(', ')})
    as entry (kind, thing_id, activity_type, actor_id)`;
const person = jsonText({
  ...personMembers('person', 'photo'),
  connected: 'true',
  sentConnRequest: 'false',
  receivedConnRequest: 'false',
});

/** Counts and names the connections among the latest `$6` activities on each content item. */
const others = `with activities as (
  select entry.*, stream, created_at
  from ${entry}
  cross join lateral (
    select stream, act, created_at, ended_xid
    from activity
    where activity.kind = entry.kind and activity.thing_id = entry.thing_id
    order by created_at desc
    limit ${keepGenericPlan('$6::bigint')}
  ) as latest
  where latest.act = entry.activity_type and ended_xid is null and stream <> actor_id
    and (stream in (select other_id from connections where user_id = $1)) is true
    and ${isNotLeaving('stream')} and ${isNotMuted('stream', { id: '$1' })}
), placed as (
  select kind, thing_id, stream, (count(*) over (partition by kind, thing_id))::integer as count,
    row_number() over (partition by kind, thing_id order by created_at desc, stream desc) as place
  from activities
)
select kind, thing_id, count, ${person} as person
from placed
join users as person on person.id = stream
left join photos as photo on photo.id = person.photo_id
where place <= 2
order by kind, thing_id, place`;

export const otherActorStatements = { 'private-feed-others': others };

/** The other actors of each entry that has some. A creation has one actor. */
export async function listOtherActors(
  db: Db,
  who: Viewer,
  entries: readonly Entry[],
  connectionCount: number,
): Promise<Map<string, OtherActors>> {
  const shared = entries.filter(({ activityType }) => activityType !== 'create');
  if (shared.length === 0) return new Map();
  const name = 'private-feed-others';
  const rows = await db.query<{ kind: Kind; thing_id: number; count: number; person: string }>({
    name,
    text: otherActorStatements[name],
    values: [
      who.userId,
      shared.map(({ kind }) => kind),
      shared.map(({ contentId }) => contentId),
      shared.map(({ activityType }) => activityType),
      shared.map(({ actorId }) => actorId),
      connectionCount > manyConnections ? countedActivities.many : countedActivities.few,
    ],
  });
  const found = new Map<string, OtherActors>();
  for (const { kind, thing_id, count, person } of rows) {
    const key = keyOf(kind, thing_id);
    const first = found.get(key)?.people;
    found.set(key, { people: first === undefined ? person : `${first},${person}`, count });
  }
  return found;
}
