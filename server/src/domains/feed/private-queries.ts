import { CursorError, hidden, onePage, pageStatement, placeOf } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import { viewerValues } from '#domains/users/view.ts';
import type { Viewer } from '#http/viewer.ts';
import type { FeedGuesses } from './feed-guesses.ts';
import {
  columns,
  entries,
  followed,
  fromMicros,
  isFollowed,
  isShown,
  microsOf,
  momentText,
  newestFirst,
  nextGuess,
  type Page,
  past,
  place,
  viewer,
  wasThere,
} from './private-entries.ts';
import { type PrivatePlace, type PublicOrder, readPrivatePlace } from './private-place.ts';
import { entryJson, joinActor } from './view.ts';

/** As many as fit into a cursor. Were more transactions under way, those left out would count as over. */
const runningAtMost = 40;

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
    followed,
    page === 'later' ? past : [],
    isActivity ? entries(page) : [],
    publicPart(page, order, !isActivity),
  ];
  const others = page === 'first' ? [`${nextGuess} as guess`] : [];
  return `with ${steps.flat().join(', ')} ${pageStatement('feedItemModelVec', listed, ...others)}`;
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
  guesses: FeedGuesses,
  who: Viewer,
  page: { limit: number; cursor: string | undefined; order: PublicOrder },
): Promise<string> {
  const values = [page.limit, ...viewerValues(who)];
  const begun = page.cursor === undefined ? undefined : readPrivatePlace(page.cursor);
  const name = `private-feed-${page.order}${begun ? suffix(begun, page.order) : ''}` as const;
  const [row] = await db.query<{ body: string; guess?: Date | null }>({
    name,
    text: statements[name],
    values: [...values, ...(begun ? placeValues(begun) : [guesses.of(who.userId, page.limit)])],
  });
  if (!begun) guesses.keep(who.userId, page.limit, row?.guess);
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
