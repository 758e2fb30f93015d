import { mostCounted } from '@gyan/contract/limits.ts';
import { pageLimit } from '@gyan/contract/page.ts';
import type { SearchType } from '@gyan/contract/search.ts';
import sql, { raw } from 'sql-template-tag';
import { decodeCursor, encodeCursor, onePage } from '#db/page.ts';
import type { Database, Db } from '#db/pool.ts';
import { cardCreationText, joinCardParts } from '#domains/cards/view.ts';
import { chainCreationJson, joinChainParts } from '#domains/chains/view.ts';
import { hasCards } from '#domains/collections/view.ts';
import { andNotBlocked } from '#domains/connections/view.ts';
import { joinSubjectParts, subjectCreationJson } from '#domains/subjects/view.ts';
import { isNotLeaving, viewerSql, viewerValues } from '#domains/users/view.ts';
import type { Viewer, ViewerSql } from '#http/viewer.ts';

/** Ranking looks at this many of the newest matches of each kind at once, rounded up to whole pages; then at the next ones. */
const window = 50;

const largest = Number.MAX_SAFE_INTEGER;
const beginOfWindow = [largest, 9, largest, 0];

/**
 * Ids below which the windows of cards, chains and subjects begin; points, kind and id of the last item shown; size of the windows, 0
 * before their first page.
 */
export const firstPosition = [largest, largest, largest, ...beginOfWindow].map(String);

const types = ['post', 'chapter', 'subject'] as const;

/** A match and its window. A window without further matches has one row, with the id 0. */
interface Row {
  type: SearchType;
  kind: number;
  /** The ids of the window are below this. */
  top: number;
  /** The ids of the next window are below this; 0 if there is none. */
  nextTop: number;
  count: number;
  points: number;
  id: number;
  /** JSON text. */
  item: string;
}

/** The best matches in a window, after the last item shown. Decision 025 describes documents, matching and ranking. */
function matchStatement(type: SearchType, viewer?: ViewerSql): string {
  const { kind, item, isShown } = {
    post: {
      kind: 3,
      item: `${cardCreationText('card', { viewer })} from cards as card ${joinCardParts('card', viewer)}
        where card.id = page.id`,
      isShown: 'true',
    },
    chapter: {
      kind: 2,
      item: `json_strip_nulls(${chainCreationJson('chain', { viewer })})::text
        from chains as chain ${joinChainParts('chain', viewer)} where chain.id = page.id`,
      isShown: hasCards('chain', 'thing.id'),
    },
    subject: {
      kind: 1,
      item: `json_strip_nulls(${subjectCreationJson('subject', { viewer })})::text
        from subjects as subject ${joinSubjectParts('subject', viewer)} where subject.id = page.id`,
      isShown: hasCards('subject', 'thing.id'),
    },
  }[type];
  return `
    with query as materialized (select * from search_query($2)),
    matches as materialized (
      select thing.id, points + quality as points,
        is_public and ${isNotLeaving('owner_id')} ${andNotBlocked('owner_id', viewer)} and ${isShown} as is_shown
      from query
        cross join lateral search_newest(${kind}, parts, titles, whole, $3::bigint, $4::integer) as found
        join searchable as thing on thing.kind = ${kind} and thing.id = found.id
    ),
    page as (
      select points, id from matches
      where is_shown and (points, ${kind}, id) < ($5::bigint, $6::bigint, $7::bigint)
      order by points desc, id desc
      limit ${onePage}
    ),
    seen as (
      select coalesce(max(id) + 1, 0) as top, case when count(*) = $4 then min(id) else 0 end as "nextTop",
        case when count(*) = $4 then $4 else count(*) filter (where is_shown) end as count
      from matches
    )
    select '${type}' as type, ${kind} as kind, seen.*, points, coalesce(id, 0) as id, (select ${item}) as item
    from seen left join page on true
    order by points desc, id desc`;
}

const statements = (viewer?: ViewerSql) => ({
  post: matchStatement('post', viewer),
  chapter: matchStatement('chapter', viewer),
  subject: matchStatement('subject', viewer),
});

const forVisitors = statements();
const forViewers = statements(viewerSql(8));

interface Page {
  types: readonly SearchType[];
  limit: number;
  cursor?: string | undefined;
  viewer?: Viewer | undefined;
}

/** A page of matches as JSON texts. */
export async function search(db: Db, typed: string, { types: asked, limit, cursor, viewer }: Page) {
  const position = decodeCursor(cursor, firstPosition).map(Number);
  const sizeBefore = position.at(-1) ?? 0;
  // The size stays the same until a window ends, and a forged cursor gets no larger one.
  const size = sizeBefore > 0 ? Math.min(sizeBefore, pageLimit.max) : Math.ceil(window / limit) * limit;
  const rows: Row[] = [];
  for (const [at, type] of types.entries()) {
    const top = position[at] ?? 0;
    const values = [limit, typed, top, size, ...position.slice(3, 6)];
    if (top > 0 && asked.includes(type)) rows.push(...(await listMatches(db, type, values, viewer)));
  }
  const matches = rows
    .filter(({ id }) => id > 0)
    .toSorted((a, b) => b.points - a.points || b.kind - a.kind || b.id - a.id);
  const page = matches.slice(0, limit);
  const last = page.at(-1);
  const tops = (which: 'top' | 'nextTop') =>
    types.map((type) => rows.find((row) => row.type === type)?.[which] ?? 0);
  let next: number[] | undefined;
  if (last && matches.length > limit) next = [...tops('top'), last.points, last.kind, last.id, size];
  else if (rows.some(({ nextTop }) => nextTop > 0)) next = [...tops('nextTop'), ...beginOfWindow];
  return { items: page.map(({ item }) => item), nextCursor: next && encodeCursor(next) };
}

/** Counts the newest matches of each type. More than are read count as the most, whether shown or not. */
export async function countMatches(db: Db, typed: string, viewer: Viewer | undefined) {
  const counts = { post: 0, chapter: 0, subject: 0 };
  for (const type of types) {
    // Only the count: no match comes after the last one.
    const values = [0, typed, largest, mostCounted, 0, 0, 0];
    const [row] = await listMatches(db, type, values, viewer);
    counts[type] = row?.count ?? 0;
  }
  return counts;
}

function listMatches(db: Db, type: SearchType, values: unknown[], viewer: Viewer | undefined) {
  return db.query<Row>(
    viewer
      ? { name: `search-${type}-viewer`, text: forViewers[type], values: values.concat(viewerValues(viewer)) }
      : { name: `search-${type}`, text: forVisitors[type], values },
  );
}

/**
 * Deletes the words that no document contains any more, then adds those of documents that were written meanwhile, whose
 * trigger still found the word. The words of a document that commits even later are added the next night.
 */
export async function updateWords(db: Database): Promise<void> {
  const used = raw(`(select word from ts_stat('select keys from search_documents') where word !~ '^[\\^#]')`);
  for (const statement of [
    sql`delete from search_words as known where not exists (select from ${used} as used where used.word = known.word)`,
    sql`insert into search_words (word)
      select word from (select word from ${used} as used except select word from search_words) as missing
      order by word collate "C" on conflict do nothing`,
  ]) {
    await db.transaction(async (tx) => {
      await tx.allow(15 * 60_000);
      await tx.query(statement);
    });
  }
}
