import type { ParsedBody } from '@gyan/contract/calls.ts';
import type { LinkState } from '@gyan/contract/links.ts';
import type { Database, TransactionalDb } from '#db/pool.ts';
import { putInList, type RankedList, takeFromList } from '#db/ranked-list.ts';
import { createChain, found as foundChain } from '#domains/chains/actions.ts';
import { returnStrayChains } from '#domains/chains/lists.ts';
import { findChainAnswer } from '#domains/chains/queries.ts';
import { insertChain, lockChain, lockSeenChain } from '#domains/chains/write-queries.ts';
import type { Viewer } from '#http/viewer.ts';
import { checkManaged, recordIfAnothers } from './actions.ts';
import { enterSubject, lockSubject } from './write-queries.ts';

export const subjectChains: RankedList = {
  table: 'subject_chains',
  parent: { column: 'subject_id', table: 'subjects', count: 'chain_count' },
  item: 'chain_id',
};

/** A chain at the end of its maker's list or, where a subject is named, a chapter at the end of that. */
export async function createChainOrChapter(
  db: TransactionalDb,
  viewer: Viewer,
  form: ParsedBody<'POST /r/chapter'>,
): Promise<string> {
  const content = { title: form.title, desc: form.desc ?? null };
  const { subjectId } = form;
  if (subjectId === undefined) return createChain(db, viewer, content);
  return db.transaction(async (tx) => {
    await enterSubject(tx, subjectId);
    const subject = checkManaged(viewer, await lockSubject(tx, subjectId));
    const id = await insertChain(tx, { ...content, ownerId: viewer.userId });
    const placed = await putInList(tx, subjectChains, { parentId: subject.id, itemId: id });
    await recordIfAnothers(tx, viewer, subject, 'subject.put_chain');
    return foundChain(await findChainAnswer(tx, id, viewer, placed?.state.rank));
  });
}

/** Any chain somebody can see may become a chapter of a subject of theirs. */
export async function linkChain(
  db: Database,
  viewer: Viewer,
  { subjectId, chapterId, chapterRank }: ParsedBody<'PUT /r/link_subject_chapter'>,
): Promise<LinkState> {
  return db.transaction(async (tx) => {
    await enterSubject(tx, subjectId);
    const chain = await lockSeenChain(tx, viewer, chapterId);
    const subject = checkManaged(viewer, await lockSubject(tx, subjectId));
    const entry = { parentId: subject.id, itemId: chapterId, rank: chapterRank };
    const placed = chain && (await putInList(tx, subjectChains, entry));
    const { state, changed } = foundChain(placed);
    if (changed) await recordIfAnothers(tx, viewer, subject, 'subject.put_chain');
    return state;
  });
}

export async function unlinkChain(
  db: Database,
  viewer: Viewer,
  { subjectId, chapterId }: ParsedBody<'PUT /r/unlink_subject_chapter'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await enterSubject(tx, subjectId);
    const chain = await lockChain(tx, chapterId);
    const subject = checkManaged(viewer, await lockSubject(tx, subjectId));
    if (await takeFromList(tx, subjectChains, { parentId: subject.id, itemId: chapterId })) {
      await returnStrayChains(tx, [chapterId]);
      await recordIfAnothers(tx, viewer, subject, 'subject.take_chain');
    } else {
      foundChain(chain);
    }
  });
}
