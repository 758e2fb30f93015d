import type { Db } from '#db/pool.ts';
import { isListedCollection } from '#domains/collections/view.ts';
import { isNotLeaving } from '#domains/users/view.ts';
import { isListed } from '#domains/visibility/view.ts';

/** The pages in the sitemap by the first part of their paths. */
export type SitemapKind = 'pd' | 'ch' | 'sub' | 'up';

/** Most addresses that a sitemap may have. A part covers this many ids, so it needs no counting. */
export const partSize = 50_000;

interface Pages {
  table: string;
  path: string;
  changedAt: string;
  isFound: string;
}

const pages: Record<SitemapKind, Pages> = {
  pd: {
    table: 'cards',
    path: 'item.url_text',
    changedAt: 'greatest(item.edited_at, item.created_at)',
    isFound: `${isListed('item')} and ${isNotLeaving('item.owner_id')}`,
  },
  ch: {
    table: 'chains',
    path: 'item.id::text',
    changedAt: 'greatest(item.edited_at, item.created_at)',
    isFound: `${isListedCollection('chain', 'item')} and ${isNotLeaving('item.owner_id')}`,
  },
  sub: {
    table: 'subjects',
    path: 'item.id::text',
    changedAt: 'greatest(item.edited_at, item.created_at)',
    isFound: `${isListedCollection('subject', 'item')} and ${isNotLeaving('item.owner_id')}`,
  },
  // Only users who have published something.
  up: {
    table: 'users',
    path: 'item.id::text',
    changedAt: 'item.created_at',
    isFound: `item.leaving_at is null and item.email_verified_at is not null and exists (
        select from cards where cards.owner_id = item.id and ${isListed('cards')})`,
  },
};

export const sitemapKinds = Object.keys(pages) as SitemapKind[];

const partsStatement = ({ table, isFound }: Pages) => `
  select part
  from generate_series(0, (select coalesce(max(id), 0) from ${table}) / ${partSize}) as part
  where exists (
    select from ${table} as item
    where item.id > part * ${partSize} and item.id <= (part + 1) * ${partSize} and ${isFound}
  )
  order by part`;

/** The numbers of the parts that have an address. */
export async function listParts(db: Db, kind: SitemapKind): Promise<number[]> {
  const rows = await db.query<{ part: number }>({
    name: `sitemap-parts-${kind}`,
    text: partsStatement(pages[kind]),
    values: [],
  });
  return rows.map(({ part }) => part);
}

const partStatement = ({ table, path, changedAt, isFound }: Pages) => `
  select ${path} as path, ${changedAt} as "changedAt"
  from ${table} as item
  where item.id > $1::bigint * ${partSize} and item.id <= ($1::bigint + 1) * ${partSize} and ${isFound}
  order by item.id`;

export interface SitemapPage {
  path: string;
  changedAt: Date;
}

export function listPages(db: Db, kind: SitemapKind, part: number): Promise<SitemapPage[]> {
  return db.query<SitemapPage>({
    name: `sitemap-${kind}`,
    text: partStatement(pages[kind]),
    values: [part],
  });
}
