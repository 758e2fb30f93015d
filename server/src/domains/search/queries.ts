import { mostCounted } from '@gyan/contract/limits.ts';
import { pageLimit } from '@gyan/contract/page.ts';
import type { SearchType } from '@gyan/contract/search.ts';
import sql, { raw } from 'sql-template-tag';
import { decodeCursor, encodeCursor, keepGenericPlan } from '#db/page.ts';
import type { Database, Db } from '#db/pool.ts';
import { cardCreationText, joinCardParts } from '#domains/cards/view.ts';
import { chainCreationJson, joinChainParts } from '#domains/chains/view.ts';
import { hasCards } from '#domains/collections/view.ts';
import { andNotBlocked } from '#domains/connections/view.ts';
import { joinSubjectParts, subjectCreationJson } from '#domains/subjects/view.ts';
import { isNotLeaving, viewerSql, viewerValues } from '#domains/users/view.ts';
import { isListed } from '#domains/visibility/view.ts';
import type { Viewer, ViewerSql } from '#http/viewer.ts';

/** Ranking looks at this many of the newest matches of each kind at once, rounded up to whole pages; then at the next ones. */
const window = mostCounted;

const largest = Number.MAX_SAFE_INTEGER;
const beginOfWindow = [largest, 9, largest, 0];

/**
 * Ids below which the windows of cards, chains and subjects begin; points, kind and id of the last item shown; size of the windows, 0
 * before their first page.
 */
export const firstPosition = [largest, largest, largest, ...beginOfWindow].map(String);

/** In the order of `searchable.kind`, from 3 to 1. */
const types: readonly SearchType[] = ['post', 'chapter', 'subject'];

interface Match {
  type: SearchType;
  kind: number;
  id: number;
  points: number;
  /** After the last item shown. */
  isNext: boolean;
  isShown: boolean;
}

/** The matches in the windows, the best first. Decision 025 describes documents, matching and ranking. */
const matchStatement = (viewer?: ViewerSql) => `
  with query as materialized (select * from search_query($1)),
  matches as materialized (
    select type, kind, found.id, found.points
    from query
      cross join (values ('post', 3, $2::bigint), ('chapter', 2, $3::bigint), ('subject', 1, $4::bigint)) as windows (type, kind, top)
      cross join lateral search_newest(kind, parts, titles, whole, top, $5::integer) as found
    where top > 0
  )
  select type, kind, id, total as points, (total, kind, id) < ($6::bigint, $7::bigint, $8::bigint) as "isNext",
    is_public and ${isNotLeaving('owner_id')} ${andNotBlocked('owner_id', viewer)}
      and case kind when 3 then true when 2 then ${hasCards('chain', 'id')} else ${hasCards('subject', 'id')} end is true as "isShown"
  from matches join searchable using (kind, id) cross join lateral (select points + quality as total) as ranked
  order by total desc, kind desc, id desc`;

/** The items with the given ids as JSON text. */
function itemStatements(viewer?: ViewerSql) {
  const chain = `json_strip_nulls(${chainCreationJson('chain', { viewer })})::text`;
  const subject = `json_strip_nulls(${subjectCreationJson('subject', { viewer })})::text`;
  const select = (row: string, item: string, parts: string) =>
    `select ${row}.id, ${item} as item from ${row}s as ${row} ${parts} where ${row}.id = any (${keepGenericPlan('$1::bigint[]')}::bigint[]) and ${isListed(row)}`;
  return {
    post: select('card', cardCreationText('card', { viewer }), joinCardParts('card', viewer)),
    chapter: select('chain', chain, joinChainParts('chain', viewer)),
    subject: select('subject', subject, joinSubjectParts('subject', viewer)),
  };
}

const forVisitors = { matches: matchStatement(), ...itemStatements() };
const forViewers = { matches: matchStatement(viewerSql(9)), ...itemStatements(viewerSql(2)) };

interface Page {
  types: readonly SearchType[];
  limit: number;
  cursor?: string | undefined;
  viewer?: Viewer | undefined;
}

/** Selects the matches of a page, then hydrates them. */
export async function search(db: Db, typed: string, { types: asked, limit, cursor, viewer }: Page) {
  const position = decodeCursor(cursor, firstPosition).map(Number);
  for (const [at, type] of types.entries()) if (!asked.includes(type)) position[at] = 0;
  const begun = position.at(-1) ?? 0;
  // The size stays the same until a window ends, and a forged cursor gets no larger one.
  const size = begun > 0 ? Math.min(begun, pageLimit.max) : Math.ceil(window / limit) * limit;
  const matches = await listMatches(db, typed, viewer, position, size);
  const rest = matches.filter(({ isNext, isShown }) => isNext && isShown);
  const page = rest.slice(0, limit);
  const items = await hydrate(db, page, viewer);

  const idsByType = types.map((type) => matches.filter((match) => match.type === type).map(({ id }) => id));
  const last = page.at(-1);
  let next: number[] | undefined;
  if (last && rest.length > limit) {
    next = [...idsByType.map((ids) => Math.max(-1, ...ids) + 1), last.points, last.kind, last.id, size];
  } else if (idsByType.some((ids) => ids.length === size)) {
    next = [...idsByType.map((ids) => (ids.length === size ? Math.min(...ids) : 0)), ...beginOfWindow];
  }
  return { items, nextCursor: next && encodeCursor(next) };
}

/** Counts the newest matches of each type. More than are read count as the most, whether shown or not. */
export async function countMatches(db: Db, typed: string, viewer: Viewer | undefined) {
  const matches = await listMatches(db, typed, viewer, firstPosition, mostCounted);
  const count = (type: SearchType) => {
    const found = matches.filter((match) => match.type === type);
    return found.length === mostCounted ? mostCounted : found.filter(({ isShown }) => isShown).length;
  };
  return { post: count('post'), chapter: count('chapter'), subject: count('subject') };
}

function listMatches(
  db: Db,
  typed: string,
  viewer: Viewer | undefined,
  position: readonly (string | number)[],
  size: number,
): Promise<Match[]> {
  const values = [typed, ...position.slice(0, 3), size, ...position.slice(3, 6)];
  return query(db, 'matches', viewer, values);
}

/** The matches as JSON texts, without content that was deleted or taken back since. */
async function hydrate(db: Db, matches: readonly Match[], viewer: Viewer | undefined): Promise<string[]> {
  const items = new Map<string, string>();
  for (const type of new Set(matches.map((match) => match.type))) {
    const ids = matches.filter((match) => match.type === type).map(({ id }) => id);
    const rows = await query<{ id: number; item: string }>(db, type, viewer, [ids]);
    for (const { id, item } of rows) items.set(`${type} ${id}`, item);
  }
  return matches.flatMap(({ type, id }) => items.get(`${type} ${id}`) ?? []);
}

function query<Row extends object>(
  db: Db,
  name: keyof typeof forVisitors,
  viewer: Viewer | undefined,
  values: unknown[],
) {
  return db.query<Row>(
    viewer
      ? { name: `search-${name}-viewer`, text: forViewers[name], values: values.concat(viewerValues(viewer)) }
      : { name: `search-${name}`, text: forVisitors[name], values },
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
