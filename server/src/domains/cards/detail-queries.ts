import { cursorSql } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import { commentJson } from '#domains/comments/view.ts';
import { andNotBlocked } from '#domains/connections/view.ts';
import { isLikedBy } from '#domains/likes/view.ts';
import { isNotLeaving, joinOwner, viewerSql, viewerValues } from '#domains/users/view.ts';
import { isOpenTo } from '#domains/visibility/is-open-to.ts';
import { isCommentShown, isListedFor, isReadable } from '#domains/visibility/view.ts';
import type { Viewer, ViewerSql } from '#http/viewer.ts';
import { cardCreationJson, cardJson, cardOwnerJson, cardPhotosJson, joinCardParts } from './view.ts';

interface Body {
  body: string;
}

/** The first page of comments; `GET /comments` lists the others. */
const newestComments = 20;

/** One statement: the card, its owner, its newest comments and the chains it is in. */
function detailStatement(condition: string, viewer?: ViewerSql): string {
  const andShown = (owner: string) => andNotBlocked(owner, viewer);
  return `
    select json_strip_nulls(json_build_object(
      'postModel', ${cardJson('card', { markup: true, regions: true, original: true, viewer })},
      'photoModelVec', ${cardPhotosJson('card')},
      'ownerModel', ${cardOwnerJson('card', viewer)},
      'commentModelVec', newest.comments,
      'commentCursor', newest.cursor,
      'likedByViewer', ${viewer ? isLikedBy('card', 'card.id', viewer.id) : 'false'},
      'chapterRefVec', (
        select coalesce(json_agg(json_build_object('id', chain.id, 'title', chain.title) order by chain.score desc), '[]'::json)
        from (
          select chains.id, chains.title, chains.score
          from chain_cards join chains on chains.id = chain_cards.chain_id
          where chain_cards.card_id = card.id and ${isListedFor('chains', viewer)}
            and ${isNotLeaving('chains.owner_id')} ${andShown('chains.owner_id')}
          order by chains.score desc
          limit 12
        ) as chain
      )
    ))::text as body
    from cards as card ${joinCardParts('card', viewer)}
    cross join lateral (
      select coalesce(json_agg(item order by n) filter (where n <= ${newestComments}), '[]'::json) as comments,
        case when count(*) > ${newestComments} then max(cursor) filter (where n = ${newestComments}) end as cursor
      from (
        select item, cursor, row_number() over () as n
        from (
          select ${commentJson('comment', viewer && { viewer, cardOwner: 'card.owner_id' })} as item,
            ${cursorSql('comment.id')} as cursor
          from comments as comment ${joinOwner('comment', viewer)}
          where comment.card_id = card.id and ${isCommentShown('comment', viewer)} ${andShown('comment.owner_id')}
          order by comment.id desc
          limit ${newestComments} + 1
        ) as listed
      ) as numbered
    ) as newest
    where ${condition} and ${isReadable('card', viewer)} ${andShown('card.owner_id')}`;
}

const hasId = 'card.id = $1::bigint';
const hasUrl = 'card.url_text = $1::text';

const statements = {
  'card-by-id': detailStatement(hasId),
  'card-by-url': detailStatement(hasUrl),
  'card-by-id-for-viewer': detailStatement(hasId, viewerSql(2)),
  'card-by-url-for-viewer': detailStatement(hasUrl, viewerSql(2)),
};

/** A `urlText` is never only digits, so a number can only be an id. */
export async function findCardDetail(
  db: Db,
  idOrUrl: number | string,
  viewer?: Viewer,
): Promise<string | undefined> {
  const by = typeof idOrUrl === 'number' ? 'card-by-id' : 'card-by-url';
  const name = viewer ? (`${by}-for-viewer` as const) : by;
  const [row] = await db.query<Body>({
    name,
    text: statements[name],
    values: [idOrUrl, ...(viewer ? viewerValues(viewer) : [])],
  });
  return row?.body;
}

function sceneStatement(condition: string, viewer?: ViewerSql): string {
  return `
    select json_build_object('scene', scenes.scene, 'regionVec', scenes.regions)::text as body
    from cards as card join scenes on scenes.id = card.scene_id
    where ${condition} and ${isOpenTo('card', viewer)}`;
}

const scenes = {
  'scene-by-id': sceneStatement(hasId),
  'scene-by-url': sceneStatement(hasUrl),
  'scene-by-id-for-viewer': sceneStatement(hasId, viewerSql(2)),
  'scene-by-url-for-viewer': sceneStatement(hasUrl, viewerSql(2)),
};

/** The scene of a card that the viewer can see. */
export async function findScene(
  db: Db,
  idOrUrl: number | string,
  viewer?: Viewer,
): Promise<string | undefined> {
  const by = typeof idOrUrl === 'number' ? 'scene-by-id' : 'scene-by-url';
  const name = viewer ? (`${by}-for-viewer` as const) : by;
  const [row] = await db.query<Body>({
    name,
    text: scenes[name],
    values: [idOrUrl, ...(viewer ? viewerValues(viewer) : [])],
  });
  return row?.body;
}

const whole = { markup: true, regions: true, original: true, viewer: viewerSql(2) };

function answerStatement(member: string, json: string): string {
  return `
    select json_strip_nulls(json_build_object('${member}', ${json}))::text as body
    from cards as card ${joinCardParts('card', whole.viewer)}
    where ${hasId}`;
}

const answers = {
  'card-after-creation': answerStatement('feedItemModel', cardCreationJson('card', whole)),
  'card-after-edit': answerStatement('postModel', cardJson('card', whole)),
};

/** The answer to the user who created or edited it. */
export async function findCardAnswer(
  db: Db,
  name: keyof typeof answers,
  id: number,
  viewer: Viewer,
): Promise<string | undefined> {
  const [row] = await db.query<Body>({ name, text: answers[name], values: [id, ...viewerValues(viewer)] });
  return row?.body;
}
