import { jsonText } from '#db/json.ts';
import { keepGenericPlan } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import { isNotMuted } from '#domains/connections/view.ts';
import { isNotLeaving, personMembers } from '#domains/users/view.ts';
import type { Viewer } from '#http/viewer.ts';
import type { Kind } from './private-cursor.ts';
import { type Entry, manyConnections } from './private-skeleton.ts';

/** Other connections of the viewer who did the same as the actor of an entry. */
export interface OtherActors {
  /** The latest two as JSON text. */
  people: string;
  count: number;
}

export const noOtherActors: OtherActors = { people: '', count: 0 };
export const keyOf = (kind: Kind, contentId: number) => `${kind} ${contentId}`;

/** So many of the latest acts on a thing are counted; fewer for viewers with many connections. */
const countedActs = { few: 400, many: 40 };

const entry = `unnest(${['$2::activity_kind[]', '$3::bigint[]', '$4::activity_act[]', '$5::bigint[]'].map(keepGenericPlan).join(', ')})
    as entry (kind, thing_id, act, actor_id)`;
const person = jsonText({
  ...personMembers('person', 'photo'),
  connected: 'true',
  sentConnRequest: 'false',
  receivedConnRequest: 'false',
});

/** Counts and names the connections among the latest `$6` acts on each thing. */
const others = `with connected as materialized (
  select other_id from connections
  where user_id = $1 and ${isNotLeaving('other_id')} and ${isNotMuted('other_id', { id: '$1' })}
), acts as (
  select entry.*, stream, created_at
  from ${entry}
  cross join lateral (
    select stream, act, created_at, ended_xid
    from activity
    where activity.kind = entry.kind and activity.thing_id = entry.thing_id
    order by created_at desc
    limit ${keepGenericPlan('$6::bigint')}
  ) as latest
  where latest.act = entry.act and ended_xid is null and stream <> actor_id
    and (stream in (select other_id from connected)) is true
), others as (
  select kind, thing_id, count(*)::integer as count, (array_agg(stream order by created_at desc, stream desc))[1:2] as named
  from acts
  group by kind, thing_id
)
select kind, thing_id, count, (
  select string_agg(${person}, ',' order by place)
  from unnest(named) with ordinality as named_person (id, place)
  join users as person using (id)
  left join photos as photo on photo.id = person.photo_id
) as people
from others`;

export const otherActorStatements = { 'private-feed-others': others };

/** The other actors of each entry that has some. A creation has one actor. */
export async function listOtherActors(
  db: Db,
  who: Viewer,
  entries: readonly Entry[],
  connectionCount: number,
): Promise<Map<string, OtherActors>> {
  const acts = entries.filter(({ act }) => act !== 'create');
  if (acts.length === 0) return new Map();
  const name = 'private-feed-others';
  const rows = await db.query<OtherActors & { kind: Kind; thing_id: number }>({
    name,
    text: otherActorStatements[name],
    values: [
      who.userId,
      acts.map(({ kind }) => kind),
      acts.map(({ contentId }) => contentId),
      acts.map(({ act }) => act),
      acts.map(({ actorId }) => actorId),
      connectionCount > manyConnections ? countedActs.many : countedActs.few,
    ],
  });
  return new Map(rows.map(({ kind, thing_id, ...others }) => [keyOf(kind, thing_id), others]));
}
