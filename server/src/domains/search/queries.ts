import { pageLimit } from '@gyan/contract/page.ts';
import type { SearchType } from '@gyan/contract/search.ts';
import sql from 'sql-template-tag';
import { type Place, placeOf } from '#db/page.ts';
import type { Db, Transaction } from '#db/pool.ts';
import { cardCreationText, joinCardParts } from '#domains/cards/view.ts';
import { chainCreationJson, joinChainParts } from '#domains/chains/view.ts';
import { isNotBlocked } from '#domains/connections/view.ts';
import { joinSubjectParts, subjectCreationJson } from '#domains/subjects/view.ts';
import { isHere, type ViewerSql, viewerSql, viewerValues } from '#domains/users/view.ts';
import type { Viewer } from '#http/viewer.ts';

interface Kind {
  type: SearchType;
  /** Also its place among equals: cards before chains before subjects. */
  number: number;
  table: string;
  /**
   * Ranking looks at this many matches at once, the newest first: a common word has tens of thousands, and the best of the newest
   * are what people look for. The list goes on with the next as many. Of chains and subjects there are fewer, and fewer are new.
   */
  window: number;
  /** What breaks a tie: a thing people like, and one that admins marked. */
  liveliness: string;
  /** The thing that `best` names, as JSON text. */
  item: (viewer: ViewerSql | undefined) => string;
}

const kinds: readonly Kind[] = [
  {
    type: 'post',
    number: 3,
    table: 'card',
    window: 150,
    liveliness: 'like_count + 2 * comment_count',
    item: (viewer) =>
      `select ${cardCreationText('card', { viewer })} from cards as card ${joinCardParts('card')} where card.id = best.id`,
  },
  {
    type: 'chapter',
    number: 2,
    table: 'chain',
    window: 100,
    liveliness: 'like_count',
    item: (viewer) =>
      `select json_strip_nulls(${chainCreationJson('chain', { viewer })})::text from chains as chain ${joinChainParts('chain')} where chain.id = best.id`,
  },
  {
    type: 'subject',
    number: 1,
    table: 'subject',
    window: 100,
    liveliness: 'like_count',
    item: (viewer) =>
      `select json_strip_nulls(${subjectCreationJson('subject', { viewer })})::text from subjects as subject ${joinSubjectParts('subject')} where subject.id = best.id`,
  },
];

const last = '9007199254740991';

/**
 * Where each kind's window begins, then how good, of which kind and how new the last one shown was; at last for pages of which size the windows were begun,
 * 0 where they are to begin.
 */
export const bestFound: Place = [last, last, last, last, '9', last, '0'];

const topOf = ({ number }: Kind) => `$${6 - number}::bigint`;

const begunFor = '$9::integer';

/** Never less than is shown, and the same until its end, whatever is shown of it at once. */
const windowOf = ({ window }: Kind) => `greatest(${window}, ${begunFor})`;

/** The newest matches below the window's beginning, each with how well the words fit. */
const found = (kind: Kind) => `
  found_${kind.table} as materialized (
    select found.*
    from question cross join lateral find_${kind.table}s(every, parts, titles, whole, ${topOf(kind)}, ${windowOf(kind)}) as found
  )`;

/** The window goes on where it began, so that what is published meanwhile does not push anything out of it. */
const sameTop = ({ table }: Kind) => `coalesce((select max(id) + 1 from found_${table}), 0)`;

/** Where the next window begins; 0 when this one holds the oldest match. */
const nextTop = (kind: Kind) =>
  `coalesce((select min(id) from found_${kind.table} having count(*) = ${windowOf(kind)}), 0)`;

/** What marks and likes can add at most to the points that the words have. */
const mostAdded = 4;
const added = (liveliness: string) =>
  `case when great then 2 else 0 end + least(2, floor(log(1 + ${liveliness})))::integer`;

/** Off where the statement found that those who are hidden made too much of what the words fit best. */
const isBarred = '$10::boolean';

/**
 * As many as are shown have these points at least, whatever is added to them: the others need not be visited if all that can be added to theirs is not enough.
 * Nothing is left out where there are fewer.
 */
const bar = (among: readonly Kind[]) => `bar as materialized (
  select coalesce((
    select points
    from (${among.map(({ table }) => `select points from found_${table}`).join(' union all ')}) as found
    where points + ${mostAdded} < $6::bigint and ${isBarred}
    order by points desc
    offset (select $1::bigint) limit 1
  ), 0) as points
)`;

/** The table is asked for all ids at once, in their order: cheaper than looking up each, by far where they lie close together. */
function ranked({ table, number, liveliness }: Kind, viewer: ViewerSql | undefined): string {
  return `
    select ${number} as kind, thing.id,
      points + ${added(liveliness)} as goodness
    from found_${table} as found
    join ${table}s as thing on thing.id = found.id
    where thing.id = any (array(select id from found_${table} where points + ${mostAdded} >= (select points from bar)))
      and ${isHere('thing.owner_id')} ${viewer ? `and ${isNotBlocked('thing.owner_id', viewer)}` : ''}`;
}

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
    ${bar(among)},
    best as materialized (
      select *, row_number() over () as n
      from (
        select * from (${among.map((kind) => ranked(kind, viewer)).join(' union all ')}) as ranked
        where (goodness, kind, id) < ($6::bigint, $7::bigint, $8::bigint)
        order by goodness desc, kind desc, id desc
        limit (select $1 + 1)
      ) as listed
    ),
    next as (
      select ${placeOf('card', 'chain', 'subject', 'goodness', 'kind', 'id', begunFor)} as place
      from best, (select ${tops(sameTop)}) as tops
      where n = $1 and (select count(*) from best) > $1
      union all
      select ${placeOf('card', 'chain', 'subject', last, '9', last, '0')}
      from (select ${tops(nextTop)}) as tops
      where card + chain + subject > 0 and (select count(*) from best) <= $1
    )
    select concat('{"feedItemModelVec":[', string_agg(case kind ${items} end, ',' order by n) filter (where n <= $1), ']',
      ',"nextCursor":"' || (select place from next) || '"', '}') as body,
      -- Those who are hidden are known only by their things: without them there may be better ones among what was left out.
      (select points from bar) = 0 or (count(*) > $1 and min(goodness) >= (select points from bar)) as "isWhole"
    from best`;
}

/** One for each choice of kinds: what nobody asked for would be paid for in every search. */
const statements = new Map<string, string>();

function statementFor(name: string, types: readonly SearchType[], viewer: Viewer | undefined): string {
  const known = statements.get(name);
  if (known) return known;
  const among = kinds.filter(({ type }) => types.includes(type));
  const made = searchStatement(among, viewer && viewerSql(11));
  statements.set(name, made);
  return made;
}

/** Whoever makes a cursor up is not given a larger window than others. */
const clamp = (size: number) => Math.max(1, Math.min(size, pageLimit.max));

/** One plan, whatever is asked: the functions that look for what was typed find out by themselves how common it is. */
export async function search(
  db: Db,
  typed: string,
  page: { types: readonly SearchType[]; limit: number; after: Place; viewer?: Viewer | undefined },
): Promise<string> {
  const name = `search-${page.types.toSorted().join('-')}${page.viewer ? '-viewer' : ''}`;
  const begunFor = clamp(Number(page.after.at(-1)) || page.limit);
  const ask = async (isBarred: boolean) => {
    const [row] = await db.query<{ body: string; isWhole: boolean }>({
      name,
      text: statementFor(name, page.types, page.viewer),
      values: [
        page.limit,
        typed,
        ...page.after.slice(0, -1),
        begunFor,
        isBarred,
        ...(page.viewer ? viewerValues(page.viewer) : []),
      ],
    });
    return row;
  };
  const first = await ask(true);
  const found = first?.isWhole ? first : await ask(false);
  return found?.body ?? '';
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
