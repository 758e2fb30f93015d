import sql, { raw } from 'sql-template-tag';
import { type CursorValues, cursorSql, onePage, pageStatement } from '#db/page.ts';
import type { Db, Transaction } from '#db/pool.ts';
import { andNotBlocked, fromViewerTable, isNotBlocked, viewerTable } from '#domains/connections/view.ts';
import { isNotLeaving, joinOwner, viewerSql, viewerValues } from '#domains/users/view.ts';
import { isOpenTo } from '#domains/visibility/is-open-to.ts';
import { isCommentShown, isReadable } from '#domains/visibility/view.ts';
import type { Viewer, ViewerSql } from '#http/viewer.ts';
import { commentJson } from './view.ts';

interface Body {
  body: string;
}

/** The cursor before the newest comment. */
export const newestComment: CursorValues = ['9007199254740991'];

/** The comments of a visible card; no row if the card is not visible. */
function listStatement(viewer?: ViewerSql): string {
  const json = commentJson('comment', viewer && { viewer, cardOwner: 'card.owner_id' });
  const page = pageStatement(
    'commentModelVec',
    `select ${json} as item, ${cursorSql('comment.id')} as cursor
     from comments as comment join cards as card on card.id = comment.card_id ${joinOwner('comment', viewer)}
     where comment.card_id = $3::bigint and comment.id < $2::bigint and ${isCommentShown('comment', viewer)}
       ${andNotBlocked('comment.owner_id', viewer)}
     order by comment.id desc
     limit ${onePage}`,
  );
  return `select page.body from (${page}) as page
    where exists (
      select from cards
      where id = $3::bigint and ${isOpenTo('cards', viewer)}
    )`;
}

const forVisitors = listStatement();
const forViewers = listStatement(viewerSql(4));

export interface CommentPage {
  cardId: number;
  limit: number;
  after: CursorValues;
}

export async function listComments(
  db: Db,
  { cardId, limit, after }: CommentPage,
  viewer?: Viewer,
): Promise<string | undefined> {
  const [row] = await db.query<Body>(
    viewer
      ? {
          name: 'comments-for-viewer',
          text: forViewers,
          values: [limit, ...after, cardId, ...viewerValues(viewer)],
        }
      : { name: 'comments', text: forVisitors, values: [limit, ...after, cardId] },
  );
  return row?.body;
}

const writing = viewerSql(3);
const asWritten = commentJson('comment', { viewer: writing, cardOwner: 'card.owner_id' });

// Updating the count locks the card first, so that it cannot be deleted in between. An answer to an answer belongs to
// the same comment.
const add = `
  with answered as (
    select coalesce(answer_to, id) as id from comments
    where id = $5::bigint and card_id = $1::bigint and ${isCommentShown('comments', writing)}
      and ${isNotLeaving('owner_id')} and ${isNotBlocked('owner_id', writing)}
  ), card as (
    update cards
    set comment_count = comment_count + 1
    where id = $1::bigint and ${isOpenTo('cards', writing)}
      and ($5::bigint is null or exists (select from answered))
      and not ($6::boolean and is_new_account($3::bigint))
    returning id, owner_id, comment_count
  ), comment as (
    insert into comments (card_id, owner_id, text, answer_to)
    select id, $3::bigint, $2::text, (select id from answered) from card
    returning *
  )
  select json_strip_nulls(json_build_object(
    'commentModel', ${asWritten}, 'commentCount', card.comment_count
  ))::text as body
  from comment cross join card ${joinOwner('comment', writing)}`;

/**
 * The comment and its card's count; undefined when the card, or the comment it answers, is not visible to the viewer,
 * and with `unlessNew` when the viewer's account is new.
 */
export async function insertComment(
  db: Db,
  viewer: Viewer,
  comment: { cardId: number; text: string; answerTo: number | undefined },
  { unlessNew }: { unlessNew: boolean },
): Promise<string | undefined> {
  try {
    const [row] = await db.query<Body>({
      name: 'add-comment',
      text: add,
      values: [comment.cardId, comment.text, ...viewerValues(viewer), comment.answerTo ?? null, unlessNew],
    });
    return row?.body;
  } catch (error) {
    // The answered comment was deleted while this waited for the card.
    if ((error as { constraint?: string }).constraint === 'comments_answer_a_comment') return undefined;
    throw error;
  }
}

export interface CommentRow {
  id: number;
  ownerId: number;
  cardId: number;
  cardOwnerId: number;
}

/** A visible comment of a card that the viewer may open. Locks the card, because its count may change. */
export async function lockComment(
  tx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<CommentRow | undefined> {
  const [found] = await tx.query<{ cardId: number }>(
    sql`select card_id as "cardId" from comments where id = ${id}`,
  );
  if (!found) return undefined;
  await tx.query(sql`select from cards where id = ${found.cardId} for no key update`);
  const [row] = await tx.query<CommentRow>(sql`
    with ${viewerTable(viewer)}
    select comments.id, comments.owner_id as "ownerId", cards.id as "cardId", cards.owner_id as "cardOwnerId"
    from comments
    join cards on cards.id = comments.card_id
    join users as author on author.id = comments.owner_id and author.leaving_at is null
    join users as card_owner on card_owner.id = cards.owner_id and card_owner.leaving_at is null
    where comments.id = ${id} and ${raw(isReadable('cards', fromViewerTable))}
      and ${raw(isCommentShown('comments', fromViewerTable))}`);
  return row;
}

const edit = `
  with comment as (
    update comments
    set text = $2::text, edited_at = case when text = $2::text then edited_at else now() end
    where id = $1::bigint
    returning *
  )
  select json_strip_nulls(json_build_object('commentModel', ${asWritten}))::text as body
  from comment join cards as card on card.id = comment.card_id ${joinOwner('comment', writing)}`;

export async function updateComment(
  tx: Transaction,
  viewer: Viewer,
  comment: { id: number; text: string },
): Promise<string | undefined> {
  const [row] = await tx.query<Body>({
    name: 'edit-comment',
    text: edit,
    values: [comment.id, comment.text, ...viewerValues(viewer)],
  });
  return row?.body;
}

/** Returns the card's new number of comments. The caller has locked the card. */
export async function deleteComment(tx: Transaction, comment: CommentRow): Promise<number | undefined> {
  const [row] = await tx.query<{ count: number }>(sql`
    with gone as (delete from comments where id = ${comment.id} returning card_id, (hidden_by is null)::integer as counted)
    update cards
    set comment_count = comment_count - counted
    from gone
    where cards.id = gone.card_id
    returning comment_count as count`);
  return row?.count;
}

/**
 * Hides a comment by this act, or shows it again, and counts it accordingly. Locks the card first, as all writers do.
 */
export async function setCommentHidden(tx: Transaction, id: number, actId: number | null): Promise<void> {
  await tx.query(sql`
    select from cards where id = (select card_id from comments where id = ${id}) for no key update`);
  await tx.query(sql`
    with before as (select id, card_id, hidden_by is null as shown from comments where id = ${id}), changed as (
      update comments set hidden_by = ${actId} from before where comments.id = before.id
      returning before.card_id, (hidden_by is null)::integer - before.shown::integer as added
    )
    update cards
    set comment_count = comment_count + added
    from changed where cards.id = changed.card_id`);
}
