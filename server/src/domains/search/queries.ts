import { pageLimit } from '@gyan/contract/page.ts';
import type { SearchType } from '@gyan/contract/search.ts';
import sql from 'sql-template-tag';
import { type Place, placeOf } from '#db/page.ts';
import type { Db, Transaction } from '#db/pool.ts';
import { cardCreationText, joinCardParts } from '#domains/cards/view.ts';
import { chainCreationJson, joinChainParts } from '#domains/chains/view.ts';
import { isNotBlocked } from '#domains/connections/view.ts';
import { joinSubjectParts, subjectCreationJson } from '#domains/subjects/view.ts';
import { isNotLeaving, type ViewerSql, viewerSql, viewerValues } from '#domains/users/view.ts';
import type { Viewer } from '#http/viewer.ts';

interface Kind {
  type: SearchType;
  /** Also its place among equals: cards before chains before subjects. */
  number: number;
  table: string;
  /** The thing that `best` names, as JSON text. */
  item: (viewer: ViewerSql | undefined) => string;
}

const kinds: readonly Kind[] = [
  {
    type: 'post',
    number: 3,
    table: 'card',
    item: (viewer) =>
      `select ${cardCreationText('card', { viewer })} from cards as card ${joinCardParts('card')} where card.id = best.id`,
  },
  {
    type: 'chapter',
    number: 2,
    table: 'chain',
    item: (viewer) =>
      `select json_strip_nulls(${chainCreationJson('chain', { viewer })})::text from chains as chain ${joinChainParts('chain')} where chain.id = best.id`,
  },
  {
    type: 'subject',
    number: 1,
    table: 'subject',
    item: (viewer) =>
      `select json_strip_nulls(${subjectCreationJson('subject', { viewer })})::text from subjects as subject ${joinSubjectParts('subject')} where subject.id = best.id`,
  },
];

/**
 * Ranking looks at this many matches of a kind at once, the newest first: a common word has tens of thousands, and the best of the newest are what people look for. The
 * list goes on with the next as many.
 */
const window = 50;

/** A window ends where a page does. */
const windowFor = (shown: number) => Math.ceil(window / shown) * shown;

/** Of the release before: its cursors say how much was shown of it at once, and by that they are known. */
const formerWindow = 100;

const last = '9007199254740991';

/**
 * Where each kind's window begins, then how good, of which kind and how new the last one shown was; at last how large the windows are,
 * 0 where they are to begin.
 */
export const bestFound: Place = [last, last, last, last, '9', last, '0'];

const topOf = ({ number }: Kind) => `$${6 - number}::bigint`;

/** Never less than is shown, and the same until its end, whatever is shown of it at once. */
const size = '$9::integer';

/** The newest matches below the window's beginning. */
const found = (kind: Kind) => `
  found_${kind.table} as materialized (
    select found.*
    from question cross join lateral rank_${kind.table}s(every, parts, titles, whole, ${topOf(kind)}, ${size}) as found
  )`;

/** The window goes on where it began, so that what is published meanwhile does not push anything out of it. */
const sameTop = ({ table }: Kind) => `coalesce((select max(id) + 1 from found_${table}), 0)`;

/** Where the next window begins; 0 when this one holds the oldest match. */
const nextTop = ({ table }: Kind) =>
  `coalesce((select min(id) from found_${table} having count(*) = ${size}), 0)`;

const ranked = ({ table, number }: Kind) =>
  `select ${number} as kind, id, owner_id, goodness from found_${table}`;

/** One statement however much is found; only what is shown gets its JSON built. */
function searchStatement(among: readonly Kind[], viewer: ViewerSql | undefined): string {
  // A kind that is not asked for is at its end; the parameter is named so that PostgreSQL knows its type.
  const tops = (top: (kind: Kind) => string) =>
    kinds
      .map((kind) => `${among.includes(kind) ? top(kind) : `0 * ${topOf(kind)}`} as ${kind.table}`)
      .join(', ');
  const items = among.map((kind) => `when ${kind.number} then (${kind.item(viewer)})`).join('\n');
  return `
    with question as materialized (select * from ask_search($2)),
    ${among.map(found).join(',')},
    best as materialized (
      select kind, id, goodness, row_number() over () as n
      from (
        select * from (${among.map(ranked).join(' union all ')}) as ranked
        where (goodness, kind, id) < ($6::bigint, $7::bigint, $8::bigint)
        order by goodness desc, kind desc, id desc
        -- Of those who are not asked about nobody needs to be known.
        offset 0
      ) as listed
      where ${isNotLeaving('owner_id')} ${viewer ? `and ${isNotBlocked('owner_id', viewer)}` : ''}
      limit (select $1 + 1)
    ),
    next as (
      select ${placeOf('card', 'chain', 'subject', 'goodness', 'kind', 'id', size)} as place
      from best, (select ${tops(sameTop)}) as tops
      where n = $1 and (select count(*) from best) > $1
      union all
      select ${placeOf('card', 'chain', 'subject', last, '9', last, '0')}
      from (select ${tops(nextTop)}) as tops
      where card + chain + subject > 0 and (select count(*) from best) <= $1
    )
    select concat('{"feedItemModelVec":[', string_agg(case kind ${items} end, ',' order by n) filter (where n <= $1), ']',
      ',"nextCursor":"' || (select place from next) || '"', '}') as body
    from best`;
}

/** One for each choice of kinds: what nobody asked for would be paid for in every search. */
const statements = new Map<string, string>();

function statementFor(name: string, types: readonly SearchType[], viewer: Viewer | undefined): string {
  const known = statements.get(name);
  if (known) return known;
  const among = kinds.filter(({ type }) => types.includes(type));
  const made = searchStatement(among, viewer && viewerSql(10));
  statements.set(name, made);
  return made;
}

/** Whoever makes a cursor up is not given a larger window than others. */
function sizeOf(begun: number, limit: number): number {
  if (begun === 0) return windowFor(limit);
  return begun < window ? formerWindow : Math.min(begun, pageLimit.max);
}

/** One plan, whatever is asked: the functions that look for what was typed find out by themselves how common it is. */
export async function search(
  db: Db,
  typed: string,
  page: { types: readonly SearchType[]; limit: number; after: Place; viewer?: Viewer | undefined },
): Promise<string> {
  const name = `search-${page.types.toSorted().join('-')}${page.viewer ? '-viewer' : ''}`;
  const [row] = await db.query<{ body: string }>({
    name,
    text: statementFor(name, page.types, page.viewer),
    values: [
      page.limit,
      typed,
      ...page.after.slice(0, -1),
      sizeOf(Number(page.after.at(-1)), page.limit),
      ...(page.viewer ? viewerValues(page.viewer) : []),
    ],
  });
  return row?.body ?? '';
}

/** Forgets the words that no card, chain or subject holds any more. */
export async function forgetWords(tx: Transaction): Promise<void> {
  await tx.allow(15 * 60_000);
  await tx.query(sql`
    delete from search_words where not exists (
      select from ts_stat('select keys from card_search union all select keys from chain_search union all select keys from subject_search') as used
      where used.word = search_words.word
    )`);
}
