import { CursorError } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import type { Viewer } from '#http/viewer.ts';
import { hydrate } from './hydration.ts';
import { listOtherActors } from './other-actors.ts';
import { decodePrivateCursor, encodePrivateCursor, type PublicOrder } from './private-cursor.ts';
import { type Entry, listActivity, listPublicPart } from './private-entries.ts';

interface PageQuery {
  limit: number;
  cursor: string | undefined;
  order: PublicOrder;
}

/** A page of a private feed as JSON text: select entries, hydrate, present. */
export async function listPrivateFeed(db: Db, viewer: Viewer, query: PageQuery): Promise<string> {
  // One extra entry tells whether there are more.
  const { entries, connections } = await listEntries(db, viewer, query, query.limit + 1);
  const shown = entries.slice(0, query.limit);
  const others = await listOtherActors(db, viewer, shown, connections);
  const items = await hydrate(db, viewer, shown, others);
  return present(items, entries.length > shown.length ? shown.at(-1) : undefined);
}

async function listEntries(
  db: Db,
  viewer: Viewer,
  { cursor, order }: PageQuery,
  needed: number,
): Promise<{ entries: Entry[]; connections: number }> {
  const begun = cursor === undefined ? undefined : decodePrivateCursor(cursor);
  if (begun && begun.part !== 'activity') {
    if (begun.part !== order) throw new CursorError();
    // All entries of the public part are creations, which have one actor.
    return { entries: await listPublicPart(db, viewer, order, { ...begun, needed }), connections: 0 };
  }
  const { asOf, entries, connections } = await listActivity(db, viewer, { ...begun, needed });
  const missing = needed - entries.length;
  if (missing > 0) entries.push(...(await listPublicPart(db, viewer, order, { asOf, needed: missing })));
  return { entries, connections };
}

function present(items: readonly string[], last: Entry | undefined): string {
  const cursor = last ? `,"nextCursor":"${encodePrivateCursor(last.cursor)}"` : '';
  return `{"feedItemModelVec":[${items.join(',')}]${cursor}}`;
}
