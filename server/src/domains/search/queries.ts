import { mostCounted } from '@gyan/contract/limits.ts';
import { pageLimit } from '@gyan/contract/page.ts';
import type { SearchCountModel, SearchType } from '@gyan/contract/search.ts';
import sql, { raw } from 'sql-template-tag';
import { type CursorValues, cursorSql, onePage } from '#db/page.ts';
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

const last = '9007199254740991';
const beginOfWindow = [last, '9', last, '0'];

/** The kinds in the order of `searchable.kind`, from 3 to 1. */
const types: readonly SearchType[] = ['post', 'chapter', 'subject'];

/**
 * Ids below which the windows of cards, chains and subjects begin; points, kind and id of the last item shown; size of the windows, 0
 * before their first page.
 */
export const firstPosition: CursorValues = [last, last, last, ...beginOfWindow];

const isShown = (
  viewer: ViewerSql | undefined,
  cardsOnly = false,
) => `is_public and ${isNotLeaving('owner_id')}
        ${andNotBlocked('owner_id', viewer)}
        ${cardsOnly ? '' : `and case kind when 3 then true when 2 then ${hasCards('chain', 'id')} else ${hasCards('subject', 'id')} end`}`;

/**
 * One statement, whatever is found; JSON is built only for the items of the page. Decision 025 describes documents,
 * matching and ranking. Most searches are for cards only, and preparing the other kinds takes as long as finding the cards.
 */
function searchStatement(cardsOnly: boolean, viewer?: ViewerSql): string {
  return `
    with query as materialized (select * from search_query($2)),
    windows (kind, top) as (values (3, $3::bigint), (2, $4::bigint), (1, $5::bigint)),
    matches as materialized (
      select kind, found.id, found.points
      from query cross join windows cross join lateral search_newest(kind, parts, titles, whole, top, $9::integer) as found
      where top > 0
    ),
    page as materialized (
      select kind, id, total, row_number() over (order by total desc, kind desc, id desc) as n
      from matches join searchable using (kind, id) cross join lateral (select points + quality as total) as ranked
      where (total, kind, id) < ($6::bigint, $7::bigint, $8::bigint) ${cardsOnly ? 'and kind = 3' : ''}
        and ${isShown(viewer, cardsOnly)}
      order by n
      limit ${onePage}
    ),
    tops as (
      select string_agg(coalesce(newest + 1, 0)::text, ',' order by kind desc) as current,
        string_agg(case when amount = $9 then oldest else 0 end::text, ',' order by kind desc) as next,
        bool_or(amount = $9) as has_next
      from windows left join (
        select kind, max(id) as newest, min(id) as oldest, count(*) as amount from matches group by kind
      ) as matched using (kind)
    ),
    next as (
      select case
        when (select count(*) from page) > $1
          then (select ${cursorSql('current', 'total', 'kind', 'id', '$9')} from page where n = $1)
        when has_next then ${cursorSql('next', ...beginOfWindow)}
      end as cursor
      from tops
    )
    select concat('{"feedItemModelVec":[', string_agg(${cardsOnly ? cardText(viewer) : itemText(viewer)}, ',' order by n) filter (where n <= $1), ']',
      ',"nextCursor":"' || (select cursor from next) || '"', '}') as body
    from page`;
}

const cardText = (viewer: ViewerSql | undefined) =>
  `(select ${cardCreationText('card', { viewer })} from cards as card ${joinCardParts('card', viewer)} where card.id = page.id)`;

const itemText = (viewer: ViewerSql | undefined) => `
  case kind
    when 3 then ${cardText(viewer)}
    when 2 then (
      select json_strip_nulls(${chainCreationJson('chain', { viewer })})::text
      from chains as chain ${joinChainParts('chain', viewer)} where chain.id = page.id
    )
    else (
      select json_strip_nulls(${subjectCreationJson('subject', { viewer })})::text
      from subjects as subject ${joinSubjectParts('subject', viewer)} where subject.id = page.id
    )
  end`;

const viewerOfSearch = viewerSql(10);
const statements = {
  search: searchStatement(false),
  'search-cards': searchStatement(true),
  'search-viewer': searchStatement(false, viewerOfSearch),
  'search-cards-viewer': searchStatement(true, viewerOfSearch),
};

/** Counts the newest matches of each kind. More than are read count as the most, whether shown or not. */
function countStatement(viewer?: ViewerSql): string {
  return `
    with found as materialized (
      select kind, id
      from search_query($1) cross join (values (3), (2), (1)) as kinds (kind)
        cross join lateral search_newest(kind, parts, titles, whole, ${last}, ${mostCounted})
    ),
    counted as (
      select kind, case when count(*) = ${mostCounted} then ${mostCounted} else count(*) filter (where ${isShown(viewer)}) end as amount
      from found join searchable using (kind, id)
      group by kind
    )
    select json_object_agg(type, coalesce(amount, 0)) as counts
    from (values (3, 'post'), (2, 'chapter'), (1, 'subject')) as types (kind, type) left join counted using (kind)`;
}

const countStatements = { visitor: countStatement(), viewer: countStatement(viewerSql(2)) };

export async function countMatches(
  db: Db,
  typed: string,
  viewer: Viewer | undefined,
): Promise<Partial<SearchCountModel>> {
  const [row] = await db.query<{ counts: SearchCountModel }>({
    name: viewer ? 'search-counts-viewer' : 'search-counts',
    text: viewer ? countStatements.viewer : countStatements.visitor,
    values: [typed, ...(viewer ? viewerValues(viewer) : [])],
  });
  return row?.counts ?? {};
}

/** The size stays the same until a window ends, and a forged cursor gets no larger one. */
function windowSize(begun: number, limit: number): number {
  return begun > 0 ? Math.min(begun, pageLimit.max) : Math.ceil(window / limit) * limit;
}

export async function search(
  db: Db,
  typed: string,
  page: { types: readonly SearchType[]; limit: number; after: CursorValues; viewer?: Viewer | undefined },
): Promise<string> {
  const { limit, after, viewer } = page;
  const tops = types.map((type, at) => (page.types.includes(type) ? after[at] : '0'));
  const cardsOnly = page.types.every((type) => type === 'post');
  const name = `search${cardsOnly ? '-cards' : ''}${viewer ? '-viewer' : ''}` as const;
  const [row] = await db.query<{ body: string }>({
    name,
    text: statements[name],
    values: [
      limit,
      typed,
      ...tops,
      ...after.slice(3, 6),
      windowSize(Number(after[6]), limit),
      ...(viewer ? viewerValues(viewer) : []),
    ],
  });
  return row?.body ?? '';
}

/**
 * Deletes the words that no document contains any more, then adds those of documents that were written meanwhile, whose
 * trigger still found the word. The words of a document that commits even later are added the next night.
 */
export async function updateWords(db: Database): Promise<void> {
  const used = raw(
    `(select ltrim(word, '@') as word from ts_stat('select keys from search_documents') where word !~ '^[\\^#]')`,
  );
  for (const statement of [
    sql`delete from search_words as known where not exists (select from ${used} as used where used.word = known.word)`,
    sql`insert into search_words (word)
      select word from (select distinct word from ${used} as used except select word from search_words) as missing
      order by word collate "C" on conflict do nothing`,
  ]) {
    await db.transaction(async (tx) => {
      await tx.allow(15 * 60_000);
      await tx.query(statement);
    });
  }
}
