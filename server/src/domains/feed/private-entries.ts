import { keepGenericPlan } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import { hasCards, isListedCollection } from '#domains/collections/view.ts';
import { isNotHidden, isNotMuted } from '#domains/connections/view.ts';
import { isNotLeaving, viewerSql, viewerValues } from '#domains/users/view.ts';
import { isListed } from '#domains/visibility/view.ts';
import type { Viewer } from '#http/viewer.ts';
import {
  type ActivityCursor,
  activityTop,
  type Kind,
  type PrivateCursor,
  type PublicCursor,
  type PublicOrder,
  publicTop,
} from './private-cursor.ts';

/** An entry of a private feed before it is hydrated, with the type, actor and time of its latest activity. */
export interface Entry {
  kind: Kind;
  contentId: number;
  activityType: 'create' | 'like' | 'comment';
  actorId: number;
  micros: number;
  cursor: PrivateCursor;
}

/** Viewers with more connections than this are read by time instead of by the latest rows of each stream. */
export const manyConnections = 64;
/** So many rows per entry are read by time, since several are about the same content. */
const rowsPerEntry = 16;
/** So many rows can be passed in an index in the time it takes to look a stream up. */
const rowsPerStream = 10;
/** How many streams are sampled, and how many rows of each, to find how far back a page reaches. */
const sampledStreams = 32;
const sampledRows = 4;
/** How much further each attempt reads than the one before. */
const growth = 8;

const viewer = viewerSql(1);
const asOf = '$3::pg_snapshot';
const needed = keepGenericPlan('$4::bigint');
const micros = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint`;
const time = (parameter: string) => `timestamptz 'epoch' + ${parameter}::bigint * interval '1 microsecond'`;
const cursorRow = `(${[time('$5'), '$6::boolean', '$7::activity_kind', '$8::bigint'].map(keepGenericPlan).join(', ')})`;

/** What the viewer follows: themselves, their connections and, by negative id, their topics. */
const followed = `followed as not materialized (
  select ${viewer.id} as stream
  union all
  select other_id from connections where user_id = ${viewer.id}
  union all
  select -topic_id from user_topics where user_id = ${viewer.id}
)`;
/** Checked on the rows that are read: a user may have thousands of connections. */
const isHeard = (stream: string) => `${isNotLeaving(stream)} and ${isNotMuted(stream, viewer)}`;
/** The viewer's own creations are part of the feed, the viewer's own likes and comments are not. */
const isNews = (row: string) => `(${row}.stream <> ${viewer.id} or ${row}.act = 'create')`;
const isFollowed = (row: string) =>
  `(${row}.stream in (select stream from followed)) is true and ${isNews(row)} and ${isHeard(`${row}.stream`)}`;
const isShown = `${isNotLeaving('owner_id')}
    and ${isNotHidden('owner_id', viewer)}`;
const wasCurrent = `was_current(begun_xid, ended_xid, ${asOf})`;
const columns = 'stream, act, kind, thing_id, owner_id, great, created_at, ended_xid';
const newestFirst = 'created_at desc, great desc, kind desc, thing_id desc';

/**
 * The entries of the `activities` that are not older than `complete.since`: the latest of each content item, unless it
 * is above this page's cursor. An activity that was undone since is shown as the creation of its content.
 */
const entriesOfActivity = `latest as materialized (
  select * from (
    select distinct on (thing_id, kind) activities.*
    from activities, complete
    where created_at >= complete.since
    order by thing_id, kind, created_at desc, great desc, stream desc, act desc
  ) as latest
  order by ${newestFirst}
), entries as (
  select *,
    ended_xid is null or exists (
      select from activity as live
      where (live.stream, live.act, live.kind, live.thing_id) = (latest.stream, latest.act, latest.kind, latest.thing_id)
        and live.ended_xid is null
    ) as is_live
  from latest
  where not exists (
    select from activity as above
    where above.kind = latest.kind and above.thing_id = latest.thing_id
      and (above.created_at, above.great, above.kind, above.thing_id) >= ${cursorRow}
      and ${isFollowed('above')} and was_current(above.begun_xid, above.ended_xid, ${asOf})
  ) and case kind when 'chain' then ${hasCards('chain', 'thing_id')} when 'subject' then ${hasCards('subject', 'thing_id')} else true end
  order by ${newestFirst} limit ${needed}
)
select case when isfinite(complete.since) then ${micros('complete.since')} end as since,
  kind, thing_id, great, ${micros('created_at')} as micros,
  case when is_live then act else 'create' end as activity_type,
  case when is_live and stream > 0 then stream else owner_id end as actor_id
from complete left join entries on true
order by ${newestFirst}`;

/** Reads the latest `$9` rows of each stream. For users who follow few, and where the others found too little. */
const byStream = `with ${followed}, activities as materialized (
  select recent.*
  from followed cross join lateral (
    select ${columns}
    from activity
    where activity.stream = followed.stream
      and (created_at, great, kind, thing_id) < ${cursorRow}
      and ${isNews('activity')}
      and ${wasCurrent}
      and ${isShown}
    order by created_at desc
    fetch first (${keepGenericPlan('$9::bigint')}) rows with ties
  ) as recent
  where ${isHeard('followed.stream')}
), complete as materialized (
  select coalesce(max(oldest), '-infinity') as since
  from (select min(created_at) as oldest from activities group by stream having count(*) >= $9::bigint) as cut
), ${entriesOfActivity}`;

/** Reads all rows of all streams down to the time `$9`. For users who follow many, but a small part of the network. */
const sinceTime = `with ${followed}, complete as materialized (
  select ${time('$9')} as since
), activities as materialized (
  select ${columns}
  from activity
  where stream = any (array(select stream from followed order by stream))
    and created_at >= (select since from complete)
    and (created_at, great, kind, thing_id) < ${cursorRow}
    and ${isNews('activity')} and ${isHeard('stream')}
    and ${wasCurrent}
    and ${isShown}
), ${entriesOfActivity}`;

/**
 * Reads the latest `$10` rows of the network for `$9` that the viewer follows. For users who follow a good part of it.
 */
const byAge = `with ${followed}, activities as materialized (
  select ${columns}
  from (
    select * from activity
    where (created_at, great, kind, thing_id) < ${cursorRow}
    order by created_at desc
    fetch first (${keepGenericPlan('$10::bigint')}) rows with ties
  ) as recent
  where ${isFollowed('recent')}
    and ${wasCurrent}
    and ${isShown}
  order by created_at desc
  fetch first (${keepGenericPlan('$9::bigint')}) rows with ties
), complete as materialized (
  select case when count(*) >= $9::bigint then min(created_at) else coalesce((
    select created_at
    from activity
    where (created_at, great, kind, thing_id) < ${cursorRow}
    order by created_at desc
    offset ${keepGenericPlan('$10::bigint - 1')}
    limit 1
  ), '-infinity') end as since
  from activities
), ${entriesOfActivity}`;

/** What the choice of a statement follows from. The number of users is an estimate. */
const reach = `select coalesce((select connection_count from users where id = $1), 0) as connections,
  coalesce($2, pg_current_snapshot()::text) as "asOf",
  (select greatest(reltuples, 1) from pg_class where oid = 'users'::regclass) as users`;

/** The time of the row number `$4` before the time `$2`, newest first, among the latest of one in `$3` connections. */
const sample = `select ${micros('latest.created_at')} as since
from connections cross join lateral (
  select created_at
  from activity
  where stream = other_id and created_at <= ${time('$2')}
  order by created_at desc
  limit ${sampledRows}
) as latest
where user_id = $1 and hashint8(other_id) % $3 = 0
order by latest.created_at desc
offset $4
limit 1`;

/** The public feed without what the viewer's own part holds, by score or by age. */
function publicPart(order: PublicOrder): string {
  const column = order === 'best' ? 'score' : 'created_at';
  const sortKey = order === 'best' ? '(select $5::float8)' : `(select ${time('$5')})`;
  const top = (table: string, kind: Kind) => `(
    select '${kind}'::activity_kind as kind, id as thing_id, owner_id, ${column} as sort_key
    from ${table} as content
    where ${column} <= ${sortKey} and (${column}, '${kind}', id) < (${sortKey}, $6::activity_kind, $7::bigint)
      and not exists (
        select from activity
        where kind = '${kind}' and thing_id = content.id and ${isFollowed('activity')} and ${wasCurrent}
      )
      and ${isShown} and ${kind === 'card' ? isListed('content') : isListedCollection(kind, 'content')}
    order by ${column} desc, id desc limit ${needed}
  )`;
  return `with ${followed}
select kind, thing_id, owner_id as actor_id, ${order === 'best' ? 'sort_key' : micros('sort_key')} as sort_key
from (
  ${top('cards', 'card')}
  union all
  ${top('chains', 'chain')}
  union all
  ${top('subjects', 'subject')}
) as top
order by top.sort_key desc, kind desc, thing_id desc
limit ${needed}`;
}

export const entryStatements = {
  'private-feed-reach': reach,
  'private-feed-sample': sample,
  'private-feed-by-stream': byStream,
  'private-feed-since': sinceTime,
  'private-feed-by-age': byAge,
  'private-feed-best': publicPart('best'),
  'private-feed-newest': publicPart('newest'),
};

const query = <Row extends object>(db: Db, name: keyof typeof entryStatements, values: unknown[]) =>
  db.query<Row>({ name, text: entryStatements[name], values });

interface Reach {
  asOf: string;
  connections: number;
  users: number;
}

interface ActivityRow extends Omit<Entry, 'contentId' | 'activityType' | 'actorId' | 'cursor'> {
  since: number | null;
  thing_id: number | null;
  activity_type: Entry['activityType'];
  actor_id: number;
  great: boolean;
}

/** The entries of the viewer's own part, up to `needed`. Each attempt goes on where the one before stopped. */
export async function listActivity(
  db: Db,
  who: Viewer,
  { needed, asOf: begun, after = activityTop }: { needed: number; asOf?: string; after?: ActivityCursor },
): Promise<{ asOf: string; connections: number; entries: Entry[] }> {
  const [reach] = await query<Reach>(db, 'private-feed-reach', [who.userId, begun ?? null]);
  if (!reach) throw new Error('No row for the reach of the feed.');
  const entries: Entry[] = [];
  const { asOf, connections } = reach;
  let from = after;
  for await (const { name, values } of attempts(db, who, reach, { needed, from })) {
    const rows = await query<ActivityRow>(db, name, [
      ...viewerValues(who),
      asOf,
      needed - entries.length,
      from.micros,
      from.great,
      from.kind,
      from.contentId,
      ...values,
    ]);
    for (const {
      thing_id: contentId,
      activity_type: activityType,
      actor_id: actorId,
      kind,
      micros,
      great,
    } of rows) {
      if (contentId === null) continue;
      const cursor = { part: 'activity', asOf, after: { micros, great, kind, contentId } } as const;
      entries.push({ kind, contentId, activityType, actorId, micros, cursor });
    }
    const since = rows[0]?.since ?? null;
    if (entries.length >= needed || since === null) break;
    if (since <= from.micros) from = { micros: since, great: false, kind: 'subject', contentId: 0 };
  }
  return { asOf, connections, entries };
}

interface Attempt {
  name: 'private-feed-by-stream' | 'private-feed-since' | 'private-feed-by-age';
  values: number[];
}

/** Which statement reads how far, one after the other. */
async function* attempts(
  db: Db,
  who: Viewer,
  { connections, users }: Reach,
  { needed, from }: { needed: number; from: ActivityCursor },
): AsyncGenerator<Attempt> {
  const rows = rowsPerEntry * needed;
  const passed = rowsPerStream * connections;
  let most = Math.ceil(needed * 1.25);
  if (connections > manyConnections) {
    if (passed * connections >= rows * users) yield { name: 'private-feed-by-age', values: [rows, passed] };
    const step = Math.floor(connections / sampledStreams);
    const newest = Math.min(from.micros, Date.now() * 1000);
    const [sampled] = await query<{ since: number }>(db, 'private-feed-sample', [
      who.userId,
      newest,
      step,
      // Twice as many rows as are needed: a row too many costs little, another statement much.
      Math.floor((2 * rows) / step),
    ]);
    for (const times of [1, growth]) {
      if (!sampled) break;
      const since = Math.floor(newest - (newest - sampled.since) * times);
      yield { name: 'private-feed-since', values: [since] };
    }
  }
  for (; ; most *= growth) yield { name: 'private-feed-by-stream', values: [most] };
}

/** The entries of the public part, up to `needed`. */
export async function listPublicPart(
  db: Db,
  who: Viewer,
  order: PublicOrder,
  { needed, asOf, after = publicTop }: { needed: number; asOf: string; after?: PublicCursor },
): Promise<Entry[]> {
  const rows = await query<{ kind: Kind; thing_id: number; actor_id: number; sort_key: number }>(
    db,
    `private-feed-${order}`,
    [...viewerValues(who), asOf, needed, after.sortKey, after.kind, after.contentId],
  );
  return rows.map(({ kind, thing_id: contentId, actor_id: actorId, sort_key: sortKey }) => ({
    kind,
    contentId,
    activityType: 'create',
    actorId,
    micros: 0,
    cursor: { part: order, asOf, after: { sortKey, kind, contentId } },
  }));
}
