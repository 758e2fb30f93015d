import type { ParsedBody } from '@gyan/contract/calls.ts';
import type { LinkState } from '@gyan/contract/links.ts';
import type { Database, TransactionalDb } from '#db/pool.ts';
import { takeFromEveryList } from '#db/ranked-list.ts';
import { findReadableCard, lockCardForShare } from '#domains/cards/write-queries.ts';
import {
  auditUnlessOwn,
  checkManaged,
  createCollection,
  editCollection,
  found as foundOf,
  putItem,
  takeItem,
} from '#domains/collections/actions.ts';
import { chains, subjects } from '#domains/collections/collection.ts';
import {
  type CollectionContent,
  deleteCollection,
  lockCollection,
  lockToDelete,
} from '#domains/collections/write-queries.ts';
import type { Viewer } from '#http/viewer.ts';
import { updateUse } from './lists.ts';
import { findChainAnswer } from './queries.ts';

/** A chain that is in no subject, at the end of its owner's list. */
export async function createChain(
  db: TransactionalDb,
  viewer: Viewer,
  content: Omit<CollectionContent, 'photoId'>,
): Promise<string> {
  return db.transaction(async (tx) => {
    const { id, rank } = await createCollection(tx, viewer, chains, { ...content, photoId: null });
    return found(await findChainAnswer(tx, id, viewer, rank));
  });
}

/** Returns the edited chain. */
export async function editChain(
  db: Database,
  viewer: Viewer,
  form: ParsedBody<'PUT /r/chapter'>,
): Promise<string> {
  return db.transaction(async (tx) => {
    const before = checkManaged(chains, viewer, await lockCollection(tx, chains, form.chapterId));
    await editCollection(tx, viewer, chains, before, {
      title: form.title ?? before.title,
      desc: form.desc === undefined ? before.desc : form.desc,
      photoId: null,
      visibility: form.visibility ?? before.visibility,
    });
    return found(await findChainAnswer(tx, before.id, viewer));
  });
}

export async function removeChain(db: Database, viewer: Viewer, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const chain = checkManaged(chains, viewer, await lockToDelete(tx, chains, id));
    await takeFromEveryList(tx, subjects.items, [id]);
    await deleteCollection(tx, chains, id);
    await auditUnlessOwn(tx, viewer, chains, chain, 'delete');
  });
}

/** Any card the viewer can see may be added to a chain of theirs. */
export function linkCard(
  db: Database,
  viewer: Viewer,
  { chapterId, postId, postRank }: ParsedBody<'PUT /r/link_chapter_post'>,
): Promise<LinkState> {
  const entry = { parentId: chapterId, itemId: postId, rank: postRank };
  return putItem(db, viewer, chains, entry, {
    lockItem: (tx) => lockCardForShare(tx, viewer, postId),
    afterwards: async (tx, { ownerId }) => {
      if (ownerId === viewer.userId) await updateUse(tx, chapterId);
    },
  });
}

export function unlinkCard(
  db: Database,
  viewer: Viewer,
  { chapterId, postId }: ParsedBody<'PUT /r/unlink_chapter_post'>,
): Promise<void> {
  const entry = { parentId: chapterId, itemId: postId };
  return takeItem(db, viewer, chains, entry, {
    lockItem: (tx) => findReadableCard(tx, viewer, postId),
  });
}

export function found<T>(row: T | undefined): T {
  return foundOf('chain', row);
}
