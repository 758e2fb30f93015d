import { type CursorValues, cursorSql, decodeCursor, onePage, pageStatement } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import { cardCreationJson, joinCardParts } from '#domains/cards/view.ts';
import { chainCreationJson, joinChainParts } from '#domains/chains/view.ts';
import { isListedCollection } from '#domains/collections/view.ts';
import { joinSubjectParts, subjectCreationJson } from '#domains/subjects/view.ts';
import { isNotLeaving } from '#domains/users/view.ts';
import { isListed } from '#domains/visibility/view.ts';

/** Kinds are numbers, so that a place in the mixed list is three numbers. */
const kinds = { card: 3, chain: 2, subject: 1 } as const;

interface Order {
  name: 'best' | 'newest';
  /** The indexed column of each kind, highest first. */
  column: string;
  /** Converts the column to the number in a place, and back. */
  toNumber: string;
  fromNumber: string;
  /** The cursor above every entry. */
  top: CursorValues;
}

const orders = {
  best: {
    name: 'best',
    column: 'score',
    toNumber: 'score',
    fromNumber: '$2::float8',
    top: ['Infinity', '9', '9007199254740991'],
  },
  newest: {
    name: 'newest',
    column: 'created_at',
    // Microseconds as integers are exact in a cursor.
    toNumber: '(extract(epoch from created_at) * 1000000)::bigint',
    fromNumber: `(timestamptz 'epoch' + $2::bigint * interval '1 microsecond')`,
    top: ['9007199254740991', '9', '9007199254740991'],
  },
} satisfies Record<string, Order>;

/** Reads the top of each kind from its own index, merges the three, and builds JSON only for the items of the page. */
function publicFeed({ column, toNumber, fromNumber }: Order, cardsOnly: boolean): string {
  const top = (table: string, kind: number, condition: string) => `(
    select ${column} as sort_key, ${toNumber} as place, ${kind} as kind, id
    from ${table}
    where ${column} <= ${fromNumber} and (${column}, ${kind}, id) < (${fromNumber}, $3::bigint, $4::bigint)
      and ${isNotLeaving('owner_id')}
      and ${condition}
    order by ${column} desc, id desc
    limit ${onePage}
  )`;
  const cards = top('cards', kinds.card, isListed('cards'));
  const merged = `(
       ${cards}
       union all ${top('chains', kinds.chain, isListedCollection('chain', 'chains'))}
       union all ${top('subjects', kinds.subject, isListedCollection('subject', 'subjects'))}
       order by sort_key desc, kind desc, id desc
       limit ${onePage}
     )`;
  const card = `(select ${cardCreationJson('card')} from cards as card ${joinCardParts('card')} where card.id = top.id)`;
  const anyKind = `case top.kind
         when ${kinds.card} then ${card}
         when ${kinds.chain} then (select ${chainCreationJson('chain')} from chains as chain ${joinChainParts('chain')} where chain.id = top.id)
         else (select ${subjectCreationJson('subject')} from subjects as subject ${joinSubjectParts('subject')} where subject.id = top.id)
       end`;
  return pageStatement(
    'feedItemModelVec',
    `select
       ${cardsOnly ? card : anyKind} as item,
       ${cursorSql('top.place', 'top.kind', 'top.id')} as cursor
     from ${cardsOnly ? cards : merged} as top
     order by top.sort_key desc, top.kind desc, top.id desc`,
  );
}

export const publicStatements = {
  'public-feed-best': publicFeed(orders.best, false),
  'public-feed-newest': publicFeed(orders.newest, false),
  'public-feed-best-cards': publicFeed(orders.best, true),
  'public-feed-newest-cards': publicFeed(orders.newest, true),
};

export async function listPublicFeed(
  db: Db,
  page: { limit: number; cursor: string | undefined; newestFirst: boolean; cardsOnly: boolean },
): Promise<string> {
  const order = page.newestFirst ? orders.newest : orders.best;
  const name = `public-feed-${order.name}${page.cardsOnly ? '-cards' : ''}` as const;
  const [row] = await db.query<{ body: string }>({
    name,
    text: publicStatements[name],
    values: [page.limit, ...decodeCursor(page.cursor, order.top)],
  });
  return row?.body ?? '';
}
