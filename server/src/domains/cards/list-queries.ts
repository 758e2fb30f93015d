import { type CursorValues, cursorSql, onePage, pageStatement } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import { andNotBlocked } from '#domains/connections/view.ts';
import { viewerSql, viewerValues } from '#domains/users/view.ts';
import { isDraft, isListed } from '#domains/visibility/view.ts';
import type { Viewer, ViewerSql } from '#http/viewer.ts';
import { cardJson, joinCardParts } from './view.ts';

interface Body {
  body: string;
}

export interface CardPage {
  limit: number;
  after: CursorValues;
}

interface Order {
  cursor: string;
  isAfter: string;
  columns: string;
}

/** The cursor above every card. */
export const mostTrending: CursorValues = ['Infinity', '9007199254740991'];
/** The cursor before the newest card. */
export const newestCard: CursorValues = ['9007199254740991', '9007199254740991'];

const byScore: Order = {
  cursor: cursorSql('card.score', 'card.id'),
  isAfter: '(card.score, card.id) < ($2::float8, $3::bigint)',
  columns: 'card.score desc, card.id desc',
};

// PostgreSQL stores microseconds; as whole numbers they are exact in a cursor.
const byAge: Order = {
  cursor: cursorSql('(extract(epoch from card.created_at) * 1000000)::bigint', 'card.id'),
  isAfter: `(card.created_at, card.id) < (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::bigint)`,
  columns: 'card.created_at desc, card.id desc',
};

function listStatement({ cursor, isAfter, columns }: Order, condition: string, viewer?: ViewerSql): string {
  return pageStatement(
    'postModelVec',
    `select ${cardJson('card', { viewer })} as item, ${cursor} as cursor
     from cards as card ${joinCardParts('card', viewer)}
     where ${isAfter} and ${condition} ${andNotBlocked('card.owner_id', viewer)}
     order by ${columns}
     limit ${onePage}`,
  );
}

const viewing = viewerSql(4);
const hasPhoto = 'card.photo_id is not null';
const isVideo = `card.type = 'kVideo'`;

const listed = isListed('card');

const statements = {
  'trending-cards': listStatement(byScore, listed),
  'trending-cards-with-photo': listStatement(byScore, `${listed} and ${hasPhoto}`),
  'trending-videos': listStatement(byScore, `${listed} and ${isVideo}`),
  'trending-videos-with-photo': listStatement(byScore, `${listed} and ${isVideo} and ${hasPhoto}`),
  'trending-cards-for-viewer': listStatement(byScore, listed, viewing),
  'trending-cards-with-photo-for-viewer': listStatement(byScore, `${listed} and ${hasPhoto}`, viewing),
  'trending-videos-for-viewer': listStatement(byScore, `${listed} and ${isVideo}`, viewing),
  'trending-videos-with-photo-for-viewer': listStatement(
    byScore,
    `${listed} and ${isVideo} and ${hasPhoto}`,
    viewing,
  ),
  'latest-cards': listStatement(byAge, listed, viewing),
  'own-cards': listStatement(byAge, `card.owner_id = ${viewing.id} and not ${isDraft('card')}`, viewing),
};

async function list(
  db: Db,
  name: keyof typeof statements,
  page: CardPage,
  viewer: Viewer | undefined,
): Promise<string> {
  const [row] = await db.query<Body>({
    name,
    text: statements[name],
    values: [page.limit, ...page.after, ...(viewer ? viewerValues(viewer) : [])],
  });
  return row?.body ?? '';
}

export function listTrendingCards(
  db: Db,
  page: CardPage & { withPhoto: boolean; videos: boolean },
  viewer?: Viewer,
): Promise<string> {
  const name = `trending-${page.videos ? 'videos' : 'cards'}${page.withPhoto ? '-with-photo' : ''}` as const;
  return list(db, viewer ? `${name}-for-viewer` : name, page, viewer);
}

export function listLatestCards(db: Db, page: CardPage, viewer: Viewer): Promise<string> {
  return list(db, 'latest-cards', page, viewer);
}

export function listOwnCards(db: Db, page: CardPage, viewer: Viewer): Promise<string> {
  return list(db, 'own-cards', page, viewer);
}
