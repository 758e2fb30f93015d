import type { ParsedBody } from '@gyan/contract/calls.ts';
import type { LinkState } from '@gyan/contract/links.ts';
import type { Quality } from '@gyan/contract/scalars.ts';
import type { Database, Transaction, TransactionalDb } from '#db/pool.ts';
import { putInList, takeFromList } from '#db/ranked-list.ts';
import { found as foundCard } from '#domains/cards/actions.ts';
import { findCard, holdCard } from '#domains/cards/write-queries.ts';
import { dropPhoto } from '#domains/media/actions.ts';
import { recordAct } from '#domains/users/audit.ts';
import { putInListOf, takeFromListOf } from '#domains/users/lists.ts';
import { ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import { chainCards, userChains } from './lists.ts';
import { canManageChain } from './policy.ts';
import { findChainAnswer } from './queries.ts';
import {
  type ChainContent,
  type ChainRow,
  deleteChain,
  findChain,
  holdChain,
  insertChain,
  lockChain,
  lockChainToDelete,
  updateChain,
  updateChainQuality,
} from './write-queries.ts';

/** A chain that stands alone, at the end of its maker's list. */
export async function createChain(
  db: TransactionalDb,
  viewer: Viewer,
  content: ChainContent,
): Promise<string> {
  return db.transaction(async (tx) => {
    const id = await insertChain(tx, { ...content, ownerId: viewer.userId });
    const placed = await putInList(tx, userChains, { parentId: viewer.userId, itemId: id });
    return found(await findChainAnswer(tx, id, viewer, placed?.state.rank));
  });
}

/** Answers the chain as it is afterwards. */
export async function editChain(
  db: Database,
  viewer: Viewer,
  form: ParsedBody<'PUT /r/chapter'>,
): Promise<string> {
  return db.transaction(async (tx) => {
    const before = checkManaged(viewer, await lockChain(tx, form.chapterId));
    const after = {
      title: form.title ?? before.title,
      desc: form.desc === undefined ? before.desc : form.desc,
    };
    if (after.title !== before.title || after.desc !== before.desc) {
      await updateChain(tx, before.id, after);
      await recordIfAnothers(tx, viewer, before, 'chain.edit');
    }
    return found(await findChainAnswer(tx, before.id, viewer));
  });
}

export async function removeChain(db: Database, viewer: Viewer, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const chain = checkManaged(viewer, await lockChainToDelete(tx, id));
    await deleteChain(tx, id);
    if (chain.photoId !== null) await dropPhoto(tx, chain.photoId);
    await recordIfAnothers(tx, viewer, chain, 'chain.delete');
  });
}

export async function rateChain(
  db: Database,
  viewer: Viewer,
  { id, quality }: { id: number; quality: Quality },
): Promise<void> {
  await db.transaction(async (tx) => {
    const chain = found(await lockChain(tx, id));
    const great = quality === 'kQualityGreat';
    if (chain.great === great) return;
    await updateChainQuality(tx, id, great);
    await recordAct(tx, {
      actorId: viewer.userId,
      act: 'chain.rate',
      target: { kind: 'chain', id },
      detail: { quality },
    });
  });
}

/** Any card somebody can see may go into a chain of theirs. */
export async function linkCard(
  db: Database,
  viewer: Viewer,
  { chapterId, postId, postRank }: ParsedBody<'PUT /r/link_chapter_post'>,
): Promise<LinkState> {
  return db.transaction(async (tx) => {
    const isHere = await holdCard(tx, viewer, postId);
    const chain = checkManaged(viewer, await lockChain(tx, chapterId));
    const entry = { parentId: chain.id, itemId: postId, rank: postRank };
    const placed = isHere ? await putInList(tx, chainCards, entry) : undefined;
    const { state, changed } = foundCard(placed);
    if (changed) await recordIfAnothers(tx, viewer, chain, 'chain.put_card');
    return state;
  });
}

export async function unlinkCard(
  db: Database,
  viewer: Viewer,
  { chapterId, postId }: ParsedBody<'PUT /r/unlink_chapter_post'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const chain = checkManaged(viewer, await lockChain(tx, chapterId));
    if (await takeFromList(tx, chainCards, { parentId: chain.id, itemId: postId })) {
      await recordIfAnothers(tx, viewer, chain, 'chain.take_card');
    } else {
      foundCard(await findCard(tx, postId));
    }
  });
}

export function linkChainToPerson(
  db: Database,
  viewer: Viewer,
  { userId, chapterId, chapterRank }: ParsedBody<'PUT /r/link_user_chapter'>,
): Promise<LinkState> {
  return putInListOf(
    db,
    viewer,
    userChains,
    { userId, itemId: chapterId, rank: chapterRank },
    async (tx) => void found(await holdChain(tx, viewer, chapterId)),
  );
}

export async function unlinkChainFromPerson(
  db: Database,
  viewer: Viewer,
  { userId, chapterId }: ParsedBody<'PUT /r/unlink_user_chapter'>,
): Promise<void> {
  const taken = await takeFromListOf(db, viewer, userChains, { userId, itemId: chapterId });
  if (!taken) found(await findChain(db, chapterId));
}

function checkManaged(viewer: Viewer, chain: ChainRow | undefined): ChainRow {
  const known = found(chain);
  if (!canManageChain(viewer, known)) {
    throw new ProblemError('forbidden', 'Only the owner of a chain and admins can change it.');
  }
  return known;
}

/** No title in it: what is written down about a chain that is gone could not be forgotten with it. */
async function recordIfAnothers(
  tx: Transaction,
  viewer: Viewer,
  chain: ChainRow,
  act: 'chain.edit' | 'chain.delete' | 'chain.put_card' | 'chain.take_card',
): Promise<void> {
  if (chain.ownerId === viewer.userId) return;
  await recordAct(tx, { actorId: viewer.userId, act, target: { kind: 'chain', id: chain.id } });
}

export function found<T>(thing: T | undefined): T {
  if (thing === undefined) throw new ProblemError('not_found', 'This chain is not here, or not any more.');
  return thing;
}
