import { CursorError, hidden, onePage, pageStatement, placeOf } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import { isNotBlocked } from '#domains/connections/view.ts';
import { isHere, viewerSql, viewerValues } from '#domains/users/view.ts';
import type { Viewer } from '#http/viewer.ts';
import { type PrivatePlace, type PublicOrder, readPrivatePlace } from './private-place.ts';
import { entryJson, joinActor } from './view.ts';

/**
 * Somebody who follows more than this is answered by walking through what everybody did lately; those who follow fewer, or whose
 * people were quiet for that long, by looking at the end of each stream.
 */
const manyStreams = 64;
const latelyRows = 20_000;
/** Where fewer acts than this are to be expected among those, the ends of the streams are found sooner, a few acts of each at first. */
const fewestLately = 600;
const fewOfEach = 6;

/** As many as fit into a cursor. Were more transactions under way, those left out would count as over. */
const runningAtMost = 40;

const viewer = viewerSql(2);
const me = hidden(viewer.id);
const cutAt = hidden('$1 + $1 / 4 + 3');
const [momentText, xmin, xmax, running] = ['$4::text', '$5::bigint', '$6::bigint', '$7::bigint[]'];
const place = { height: '$8', kind: '$9::activity_kind', thingId: '$10::bigint', great: '$11::boolean' };

const microsOf = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint`;
const fromMicros = (parameter: string) =>
  `(timestamptz 'epoch' + ${parameter}::bigint * interval '1 microsecond')`;

type Page = 'first' | 'later';

const isShown = (owner: string) => `${isHere(owner)} and ${isNotBlocked(owner, viewer)}`;
const isFollowed = (item: string) => `(${item}.stream in (select id from streams)) is true`;
const inOrder = (item: string) => `${item}.created_at, ${item}.great, ${item}.kind, ${item}.thing_id`;
const newestFirst = (item: string) => inOrder(item).replaceAll(/,|$/g, ' desc$&');

/**
 * Whether a transaction was over when the walk began. One that is still to come was written to another
 * server and restored here, long before.
 */
const wasOver = (transaction: string) => `(
  ${transaction} < ${xmin}
  or (${transaction} < ${xmax} and ${transaction} <> all (${running}))
  or ${transaction} >= (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint)
)`;

const wasThere = (page: Page, item: string) => (page === 'later' ? `and ${wasOver(`${item}.begun`)}` : '');
const activityPlace = `(${[fromMicros(place.height), place.great, place.kind, place.thingId].map(hidden).join(', ')})`;
const isFurther = (page: Page, item: string) =>
  page === 'later' ? `and (${inOrder(item)}) < ${activityPlace}` : '';

/** A thing has one entry: where the walk began, none that is followed was newer. */
function isNewest(page: Page, item: string): string {
  const newer = (one: string) =>
    `(${one}.created_at, ${one}.great, ${one}.stream, ${one}.act) > (${item}.created_at, ${item}.great, ${item}.stream, ${item}.act)`;
  const same = (one: string) => `${one}.kind = ${item}.kind and ${one}.thing_id = ${item}.thing_id`;
  return `not exists (
      select from activity as newer
      where ${same('newer')} and ${newer('newer')} and ${isFollowed('newer')} ${wasThere(page, 'newer')}
    ) ${
      page === 'later'
        ? `and not exists (
            select from past where ${same('past')} and ${newer('past')}
          )`
        : ''
    }`;
}

const columns = (item: string) =>
  ['stream', 'act', 'kind', 'thing_id', 'owner_id', 'great', 'created_at']
    .map((column) => `${item}.${column}`)
    .join(', ');

/**
 * What was followed when the walk began and ended or moved since: its thing is shown where it stood. What was taken back is not
 * told any more; there the thing stands as something its owner made.
 */
const past = `past as materialized (
  select ${columns('ended')},
    exists (
      select from activity as live
      where live.stream = ended.stream and live.act = ended.act and live.kind = ended.kind and live.thing_id = ended.thing_id
    ) as goes_on
  from activity_ended as ended
  where ended.ended >= ${xmin} and not ${wasOver('ended.ended')} and ${wasOver('ended.begun')}
    and ${isFollowed('ended')} and ${isShown('ended.owner_id')}
)`;

const streams = `streams as materialized (
  select ${viewer.id} as id
  union all
  select other_id from connections where user_id = ${me} and ${isHere('other_id')}
  union all
  select -topic_id from user_topics where user_id = ${me}
)`;

/** The newest items of a stream, as many as `amount`. Beyond a first page each is asked whether it is the newest of its thing. */
function endOfStream(page: Page, amount: string): string {
  return `select ${columns('item')}
    from activity as item
    where item.stream = streams.id and ${isShown('item.owner_id')}
      ${page === 'later' ? `${isFurther(page, 'item')} ${wasThere(page, 'item')} and ${isNewest(page, 'item')}` : ''}
    order by ${newestFirst('item')}
    limit ${amount}`;
}

const newestOfThing = `distinct on (item.kind, item.thing_id)`;
const newestOfThingFirst =
  'order by item.kind, item.thing_id, item.created_at desc, item.great desc, item.stream desc, item.act desc';

const movedOrEnded = `union all
  select case when item.goes_on then item.stream else item.owner_id end, case when item.goes_on then item.act else 'create' end,
    item.kind, item.thing_id, item.owner_id, item.great, item.created_at
  from past as item
  where ${isNewest('later', 'item')} ${isFurther('later', 'item')}`;

/** The latest acts of everybody that are followed, where many streams are; `fits` and `amount` say which and how many. */
const latestOfMany = (page: Page, fits: string, amount: string) => `
  select ${columns('item')}
  from (
    select * from activity as item
    where true ${isFurther(page, 'item')}
    order by ${newestFirst('item')}
    limit ${latelyRows}
  ) as item
  where (select count(*) from streams) > ${manyStreams} and ${isFollowed('item')} and ${isShown('item.owner_id')} ${fits}
  order by ${newestFirst('item')}
  limit ${amount}`;

/** How many people there are is known roughly, and that is enough. */
const isWorthWalking = `(select count(*) from streams) * ${latelyRows}
  >= ${fewestLately} * (select greatest(reltuples, 1) from pg_class where oid = 'users'::regclass)`;

const isTooLittle = (found: string) => `(select count(*) from ${found}) <= $1`;

/** So many acts of every stream, if `when`, and what is newer than where the first of the streams was cut off. */
function endsOfStreams(name: string, amount: string, when: string): string {
  return `${name} as materialized (
    select found.* from streams cross join lateral (${endOfStream('first', amount)}) as found where ${when}
  ), near_${name} as materialized (
    select ${newestOfThing} ${columns('item')}
    from ${name} as item
    where item.created_at > coalesce((
      select max(last_at) from (select min(created_at) as last_at from ${name} group by stream having count(*) >= ${amount}) as cut
    ), '-infinity')
    ${newestOfThingFirst}
  )`;
}

/**
 * The acts a first page is chosen from. Each step runs only where those before it found too few things:
 * of many streams, twelve times the page or more from the latest acts of everybody, and many more where these were about a few things that everybody likes;
 * of many streams a few acts each, then of every stream a little more than the page, both down to where the first of them was cut off; and at last as much of every
 * stream as may be needed, since a thing has at most three items in the stream of a person and one in that of a topic.
 */
const firstEntries = `recently as materialized (
    select ${newestOfThing} ${columns('item')}
    from (${latestOfMany('first', `and ${isWorthWalking}`, `greatest(400, 12 * ${onePage})`)}) as item
    ${newestOfThingFirst}
  ), widely as materialized (
    select ${newestOfThing} ${columns('item')}
    from (${latestOfMany('first', `and ${isWorthWalking} and ${isTooLittle('recently')}`, `greatest(5000, 150 * ${onePage})`)}) as item
    ${newestOfThingFirst}
  ), lately as materialized (
    select * from recently where not ${isTooLittle('recently')}
    union all
    select * from widely
  ), ${endsOfStreams('tips', String(fewOfEach), `(select count(*) from streams) > ${manyStreams} and ${isTooLittle('lately')}`)},
  ${endsOfStreams('ends', cutAt, `${isTooLittle('lately')} and ${isTooLittle('near_tips')}`)},
  entries as materialized (
    select * from (
      select * from lately where not ${isTooLittle('lately')}
      union all
      select * from near_tips where not ${isTooLittle('near_tips')}
      union all
      select * from near_ends where not ${isTooLittle('near_ends')}
      union all
      (
        select ${newestOfThing} ${columns('item')}
        from streams cross join lateral (
          ${endOfStream('first', `case when streams.id > 0 then 3 else 1 end * ${onePage}`)}
        ) as item
        where ${isTooLittle('lately')} and ${isTooLittle('near_tips')} and ${isTooLittle('near_ends')}
        ${newestOfThingFirst}
      )
    ) as item
    order by ${newestFirst('item')}
    limit ${onePage}
  )`;

const laterEntries = `lately as materialized (
    ${latestOfMany('later', `${wasThere('later', 'item')} and ${isNewest('later', 'item')}`, onePage)}
  ), entries as materialized (
    select * from (
      select * from lately where not ${isTooLittle('lately')}
      union all
      select found.* from streams cross join lateral (${endOfStream('later', onePage)}) as found where ${isTooLittle('lately')}
      ${movedOrEnded}
    ) as item
    order by ${newestFirst('item')}
    limit ${onePage}
  )`;

const orders = {
  best: { column: 'score', toNumber: 'score', fromNumber: hidden(`${place.height}::float8`) },
  newest: {
    column: 'created_at',
    toNumber: microsOf('created_at'),
    fromNumber: hidden(fromMicros(place.height)),
  },
} as const;

/** What everybody sees, but for what the viewer's own part holds; it begins when that runs out, or goes on from a place. */
function publicPart(page: Page, order: PublicOrder, goesOn: boolean): string {
  const { column, toNumber, fromNumber } = orders[order];
  const begins = goesOn
    ? (kind: string) => `${column} <= ${fromNumber}
        and (${column}, '${kind}'::activity_kind, id) < (${fromNumber}, ${place.kind}, ${place.thingId})`
    : () => '(select count(*) from entries) <= $1';
  const top = (table: string, kind: string) => `(
    select ${toNumber} as height, '${kind}'::activity_kind as kind, id as thing_id, owner_id
    from ${table} as thing
    where ${begins(kind)} and ${isShown('owner_id')}
      and not exists (
        select from activity as item
        where item.kind = '${kind}' and item.thing_id = thing.id and ${isFollowed('item')} ${wasThere(page, 'item')}
      )
      ${page === 'later' ? `and not exists (select from past where past.kind = '${kind}' and past.thing_id = thing.id)` : ''}
    order by ${column} desc, id desc
    limit ${onePage}
  )`;
  return `rest as materialized (
    select * from (
      ${top('cards', 'card')} union all ${top('chains', 'chain')} union all ${top('subjects', 'subject')}
    ) as top
    order by height desc, kind desc, thing_id desc
    limit ${onePage}
  )`;
}

/** The moment of the first page, as the cursors of its walk hold it. */
const now = `(
  select pg_snapshot_xmin(now)::text || ',' || pg_snapshot_xmax(now)::text || coalesce((
    select string_agg(',' || (xid::text::bigint - pg_snapshot_xmin(now)::text::bigint)::text, '')
    from (select xid from pg_snapshot_xip(now) as xid limit ${runningAtMost}) as running
  ), '')
  from pg_current_snapshot() as now
)`;

/** One statement per page, whatever it takes: what is skipped is not run. */
function statement(page: Page, part: PrivatePlace['part'], order: PublicOrder): string {
  const moment = page === 'later' ? momentText : now;
  const isActivity = part === 'activity';
  const ownEntries = `
    select 1 as part, null::float8 as height, ${columns('item')},
      ${placeOf(`'activity'`, microsOf('item.created_at'), 'item.great', 'item.kind', 'item.thing_id', moment)} as place
    from entries as item
    union all`;
  const inOrder = `entry.part, entry.height desc, ${newestFirst('entry')}`;
  const listed = `
    select ${entryJson('entry', viewer)} as item, entry.place
    from (
      select * from (
        ${isActivity ? ownEntries : ''}
        select 2, rest.height::float8, rest.owner_id, 'create'::activity_act, rest.kind, rest.thing_id, rest.owner_id,
          null::boolean, null::timestamptz,
          ${placeOf(`'${order}'`, 'rest.height', `''`, 'rest.kind', 'rest.thing_id', moment)}
        from rest
      ) as entry (part, height, stream, act, kind, thing_id, owner_id, great, created_at, place)
      order by ${inOrder}
      limit ${onePage}
    ) as entry
    ${joinActor('entry')}
    order by ${inOrder}`;
  const steps = [
    streams,
    page === 'later' ? past : [],
    isActivity ? (page === 'first' ? firstEntries : laterEntries) : [],
    publicPart(page, order, !isActivity),
  ];
  return `with ${steps.flat().join(', ')} ${pageStatement('feedItemModelVec', listed)}`;
}

const statements = {
  'private-feed-best': statement('first', 'activity', 'best'),
  'private-feed-newest': statement('first', 'activity', 'newest'),
  'private-feed-best-activity': statement('later', 'activity', 'best'),
  'private-feed-newest-activity': statement('later', 'activity', 'newest'),
  'private-feed-best-public': statement('later', 'best', 'best'),
  'private-feed-newest-public': statement('later', 'newest', 'newest'),
};

export async function listPrivateFeed(
  db: Db,
  who: Viewer,
  page: { limit: number; cursor: string | undefined; order: PublicOrder },
): Promise<string> {
  const values = [page.limit, ...viewerValues(who)];
  const begun = page.cursor === undefined ? undefined : readPrivatePlace(page.cursor);
  const name = `private-feed-${page.order}${begun ? suffix(begun, page.order) : ''}` as const;
  const [row] = await db.query<{ body: string }>({
    name,
    text: statements[name],
    values: begun ? [...values, ...placeValues(begun)] : values,
  });
  return row?.body ?? '';
}

function suffix({ part }: PrivatePlace, order: PublicOrder) {
  if (part === 'activity') return '-activity' as const;
  if (part === order) return '-public' as const;
  throw new CursorError();
}

function placeValues(place: PrivatePlace): unknown[] {
  const { xmin, xmax, running } = place.moment;
  const walk = [place.momentText, xmin, xmax, running];
  return place.part === 'activity'
    ? [...walk, place.micros, place.kind, place.thingId, place.great]
    : [...walk, place.height, place.kind, place.thingId];
}
