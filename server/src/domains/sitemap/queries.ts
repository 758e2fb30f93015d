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
    path: 'thing.url_text',
    changedAt: 'coalesce(thing.edited_at, thing.created_at)',
    isFound: `${isListed('thing')} and ${isNotLeaving('thing.owner_id')}`,
  },
  ch: {
    table: 'chains',
    path: 'thing.id::text',
    changedAt: 'coalesce(thing.edited_at, thing.created_at)',
    isFound: `${isListedCollection('chain', 'thing')} and ${isNotLeaving('thing.owner_id')}`,
  },
  sub: {
    table: 'subjects',
    path: 'thing.id::text',
    changedAt: 'coalesce(thing.edited_at, thing.created_at)',
    isFound: `${isListedCollection('subject', 'thing')} and ${isNotLeaving('thing.owner_id')}`,
  },
  // Only users who have published something.
  up: {
    table: 'users',
    path: 'thing.id::text',
    changedAt: 'thing.created_at',
    isFound: `thing.leaving_at is null and thing.email_verified_at is not null and exists (
        select from cards where cards.owner_id = thing.id and ${isListed('cards')})`,
  },
};

export const sitemapKinds = Object.keys(pages) as SitemapKind[];

const partsStatement = ({ table, isFound }: Pages) => `
  select part
  from generate_series(0, (select coalesce(max(id), 0) from ${table}) / ${partSize}) as part
  where exists (
    select from ${table} as thing
    where thing.id > part * ${partSize} and thing.id <= (part + 1) * ${partSize} and ${isFound}
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
  from ${table} as thing
  where thing.id > $1::bigint * ${partSize} and thing.id <= ($1::bigint + 1) * ${partSize} and ${isFound}
  order by thing.id`;

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
