import type { ParsedBody, ParsedQuery } from '@gyan/contract/calls.ts';
import type { RevisionModel } from '@gyan/contract/revisions.ts';
import { decodeCursor, pageSize } from '#db/page.ts';
import type { Database, Db } from '#db/pool.ts';
import { ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import { checkChange, checkManaged, found, saveEdit } from './actions.ts';
import { changesBetween, comparedFields } from './comparison.ts';
import { findCardAnswer } from './detail-queries.ts';
import { checkComplete } from './edits.ts';
import { findComparedContent, findRevision, latestRevision, listRevisions } from './revision-queries.ts';
import { findCard, lockCard } from './write-queries.ts';

/** The edits of a card, latest first. The content after an edit is that before the next one. */
export async function getRevisions(
  db: Db,
  viewer: Viewer,
  query: ParsedQuery<'GET /r/revisions'>,
): Promise<{ revisionModelVec: RevisionModel[]; nextCursor?: string }> {
  const card = checkManaged(viewer, await findCard(db, query.postId));
  const from = decodeCursor(query.cursor, latestRevision);
  const limit = pageSize(query);
  const rows = await listRevisions(db, viewer, { cardId: card.id, from, count: limit + 2 });
  const isContinued = query.cursor !== undefined && rows[0]?.revisionId === Number(from[0]);
  let after = isContinued ? rows.shift()?.content : await findComparedContent(db, card.id);
  const shown = rows.slice(0, limit);
  const revisionModelVec = shown.map((row): RevisionModel => {
    const changeVec = after ? changesBetween(comparedFields(row.content), comparedFields(after)) : [];
    after = row.content;
    return {
      revisionId: row.revisionId,
      createdAt: row.createdAt,
      userModel: row.editor,
      suggestedBy: row.suggester,
      restoredFrom: row.restoredFrom,
      changeVec,
    };
  });
  const nextCursor = rows.length > limit ? shown.at(-1)?.cursor : undefined;
  return { revisionModelVec, ...(nextCursor === undefined ? {} : { nextCursor }) };
}

/** Gives a card back the content it had before an edit; that is an edit itself. */
export async function restoreCard(
  db: Database,
  viewer: Viewer,
  { postId, revisionId }: ParsedBody<'PUT /r/post_restore'>,
): Promise<string> {
  return db.transaction(async (tx) => {
    const before = checkChange(viewer, await lockCard(tx, postId));
    const content = await findRevision(tx, postId, revisionId);
    if (!content) throw new ProblemError('not_found', 'This revision is not here, or not any more.');
    const after = { ...before, ...content, license: before.keptLicense ?? content.license };
    checkComplete(after, after);
    await saveEdit(tx, viewer, before, after, { restoredFrom: revisionId });
    return found(await findCardAnswer(tx, 'card-after-edit', postId, viewer));
  });
}
