import type { UserModel } from '@gyan/contract/users.ts';
import sql, { raw } from 'sql-template-tag';
import { nanoseconds } from '#db/json.ts';
import { type CursorValues, cursorSql } from '#db/page.ts';
import type { Db, Transaction } from '#db/pool.ts';
import { isNotBlocked, joinRelation } from '#domains/connections/view.ts';
import { personForViewerJson, viewerSql, viewerValues } from '#domains/users/view.ts';
import type { Viewer, ViewerSql } from '#http/viewer.ts';
import { type CardContent, contentColumnList, contentOf } from './columns.ts';
import { type ComparedContent, comparedJson } from './comparison.ts';
import { type PictureRow, type Pictures, picturesOf } from './pictures.ts';

/** Who made an edit, and from what. */
export interface EditOrigin {
  editorId: number;
  /** The author of the suggestion that the edit takes over. */
  suggestedBy?: number;
  /** The revision that the edit restores. */
  restoredFrom?: number;
}

/**
 * A draft is saved every few seconds while it is written: edits of a draft by the same user within this time share one
 * revision.
 */
const writingTime = '10 minutes';

/** Keeps the content of a card before an edit, unless it was never published. The caller has locked the card. */
export async function insertRevision(
  tx: Transaction,
  cardId: number,
  { editorId, suggestedBy, restoredFrom, isDraft }: EditOrigin & { isDraft: boolean },
): Promise<void> {
  if (isDraft && !suggestedBy && !restoredFrom && (await isBeingWritten(tx, cardId, editorId))) return;
  await tx.query(sql`
    insert into revisions (card_id, editor_id, suggested_by, restored_from, is_draft, ${contentColumnList})
    select id, ${editorId}::bigint, ${suggestedBy ?? null}::bigint,
      (select created_at from revisions where id = ${restoredFrom ?? null}::bigint), ${isDraft}::boolean,
      ${contentColumnList}
    from cards where id = ${cardId} and published_at is not null`);
}

/** Whether the latest revision is one of this user's recent edits of the draft. */
async function isBeingWritten(tx: Transaction, cardId: number, editorId: number): Promise<boolean> {
  const [latest] = await tx.query<{ isWriting: boolean }>(sql`
    select is_draft and editor_id = ${editorId} and suggested_by is null and restored_from is null
      and created_at > now() - ${writingTime}::interval as "isWriting"
    from revisions where card_id = ${cardId} order by id desc limit 1`);
  return latest?.isWriting === true;
}

/** Later edits of the card get revisions of their own. For a draft that is published. */
export async function completeRevisions(tx: Transaction, cardId: number): Promise<void> {
  await tx.query(sql`update revisions set is_draft = false where card_id = ${cardId} and is_draft`);
}

/** The content of a card before an edit. */
export async function findRevision(
  db: Db,
  cardId: number,
  revisionId: number,
): Promise<CardContent | undefined> {
  const [row] = await db.query<CardContent>(sql`
    select ${contentOf('revisions')}
    from revisions where id = ${revisionId} and card_id = ${cardId}`);
  return row;
}

/** The cursor before the latest edit. */
export const latestRevision: CursorValues = ['9007199254740991'];

export interface RevisionRow {
  revisionId: number;
  createdAt: number;
  restoredFrom: number | null;
  editor: UserModel | null;
  suggester: UserModel | null;
  content: ComparedContent;
  cursor: string;
}

/** A user who is hidden from the viewer is left out. */
function joinPerson(name: string, column: string, viewer: ViewerSql): string {
  return `left join users as ${name}
      on ${name}.id = revision.${column} and ${name}.leaving_at is null and ${isNotBlocked(`${name}.id`, viewer)}
    left join photos as ${name}_photo on ${name}_photo.id = ${name}.photo_id${joinRelation(name, viewer)}`;
}

function personOrNull(name: string): string {
  return `case when ${name}.id is not null then json_strip_nulls(${personForViewerJson(name, `${name}_photo`)}) end`;
}

const viewing = viewerSql(4);

// Begins with the row of the cursor: it has the content after the first edit of the page.
const revisions = `
  select revision.id as "revisionId", ${nanoseconds('revision.created_at')} as "createdAt",
    ${nanoseconds('revision.restored_from')} as "restoredFrom",
    ${personOrNull('editor')} as editor, ${personOrNull('suggester')} as suggester,
    ${comparedJson('revision')} as content, ${cursorSql('revision.id')} as cursor
  from revisions as revision
  ${joinPerson('editor', 'editor_id', viewing)}
  ${joinPerson('suggester', 'suggested_by', viewing)}
  where revision.card_id = $1::bigint and revision.id <= $2::bigint
  order by revision.id desc
  limit $3`;

/** The revision of the cursor, if it has one, and those before it, latest first. */
export function listRevisions(
  db: Db,
  viewer: Viewer,
  { cardId, from, count }: { cardId: number; from: CursorValues; count: number },
): Promise<RevisionRow[]> {
  return db.query<RevisionRow>({
    name: 'revisions',
    text: revisions,
    values: [cardId, ...from, count, ...viewerValues(viewer)],
  });
}

/** The content of a card as it is. */
export async function findComparedContent(db: Db, cardId: number): Promise<ComparedContent | undefined> {
  const [row] = await db.query<{ content: ComparedContent }>(sql`
    select ${raw(comparedJson('cards'))} as content from cards where id = ${cardId}`);
  return row?.content;
}

/** Adds the thumbnail of a video, which a job loads later, to the revisions made before. */
export async function addPhotoToRevisions(tx: Transaction, cardId: number, photoId: number): Promise<void> {
  await tx.query(
    sql`update revisions set photo_id = ${photoId} where card_id = ${cardId} and photo_id is null`,
  );
}

/** The pictures of these cards and of their revisions. */
export async function listPictures(tx: Transaction, cardIds: readonly number[]): Promise<Pictures> {
  return picturesOf(
    await tx.query<PictureRow>(sql`
      select photo_id as "photoId", scene_id as "sceneId" from cards where id = any (${cardIds})
      union
      select photo_id, scene_id from revisions where card_id = any (${cardIds})`),
  );
}

/** Deletes some of the revisions that are older than a year; returns how many, and their pictures. */
export async function deleteOldRevisions(
  tx: Transaction,
  most: number,
): Promise<{ count: number; pictures: Pictures }> {
  const rows = await tx.query<PictureRow>(sql`
    delete from revisions
    where id in (select id from revisions where created_at < now() - interval '1 year' order by created_at limit ${most})
    returning photo_id as "photoId", scene_id as "sceneId"`);
  return { count: rows.length, pictures: picturesOf(rows) };
}

/** Edits of other users' cards stay, without a name. */
export async function eraseEditor(tx: Transaction, userId: number): Promise<void> {
  await tx.query(sql`update revisions set editor_id = null where editor_id = ${userId}`);
  await tx.query(sql`update revisions set suggested_by = null where suggested_by = ${userId}`);
}
