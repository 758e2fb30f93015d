import type { ParsedBody } from '@gyan/contract/calls.ts';
import type { LinkState } from '@gyan/contract/links.ts';
import type { Database, TransactionalDb } from '#db/pool.ts';
import { putInList } from '#db/ranked-list.ts';
import { createChain, found as foundChain } from '#domains/chains/actions.ts';
import { relistUnlistedChains } from '#domains/chains/lists.ts';
import { findChainAnswer } from '#domains/chains/queries.ts';
import { auditUnlessOwn, checkManaged, putItem, takeItem, tellOfItem } from '#domains/collections/actions.ts';
import { chains, subjects } from '#domains/collections/collection.ts';
import { insertCollection, lockCollection, lockVisible } from '#domains/collections/write-queries.ts';
import type { Viewer } from '#http/viewer.ts';
import { enterSubject } from './write-queries.ts';

/** A chain at the end of its owner's list or, where a subject is named, at the end of that. */
export async function createChainOrChapter(
  db: TransactionalDb,
  viewer: Viewer,
  form: ParsedBody<'POST /r/chapter'>,
): Promise<string> {
  const content = {
    title: form.title,
    desc: form.desc ?? null,
    visibility: form.visibility ?? 'public',
  };
  const { subjectId } = form;
  if (subjectId === undefined) return createChain(db, viewer, content);
  return db.transaction(async (tx) => {
    await enterSubject(tx, subjectId);
    const subject = checkManaged(subjects, viewer, await lockCollection(tx, subjects, subjectId));
    const chain = { ...content, photoId: null, ownerId: viewer.userId };
    const id = await insertCollection(tx, chains, chain);
    const placed = await putInList(tx, subjects.items, { parentId: subject.id, itemId: id });
    await tellOfItem(tx, viewer, subjects, { parentId: subject.id, itemId: id });
    await auditUnlessOwn(tx, viewer, subjects, subject, 'put_chain');
    return foundChain(await findChainAnswer(tx, id, viewer, placed?.state.rank));
  });
}

/** Any chain the viewer can see may be added to a subject of theirs. */
export function linkChain(
  db: Database,
  viewer: Viewer,
  { subjectId, chapterId, chapterRank }: ParsedBody<'PUT /r/link_subject_chapter'>,
): Promise<LinkState> {
  const entry = { parentId: subjectId, itemId: chapterId, rank: chapterRank };
  return putItem(db, viewer, subjects, entry, {
    async lockItem(tx) {
      await enterSubject(tx, subjectId);
      return lockVisible(tx, chains, viewer, chapterId);
    },
  });
}

export function unlinkChain(
  db: Database,
  viewer: Viewer,
  { subjectId, chapterId }: ParsedBody<'PUT /r/unlink_subject_chapter'>,
): Promise<void> {
  const entry = { parentId: subjectId, itemId: chapterId };
  return takeItem(db, viewer, subjects, entry, {
    async lockItem(tx) {
      await enterSubject(tx, subjectId);
      return lockCollection(tx, chains, chapterId);
    },
    afterwards: (tx) => relistUnlistedChains(tx, [chapterId]),
  });
}
