import type { ParsedBody } from '@gyan/contract/calls.ts';
import { mostSavedLists } from '@gyan/contract/limits.ts';
import type { SavedKind } from '@gyan/contract/saved.ts';
import type { Database, Db, Transaction, TransactionalDb } from '#db/pool.ts';
import { ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import {
  countLists,
  deleteItem,
  deleteList,
  deleteListItem,
  findLists,
  findState,
  insertItem,
  insertList,
  insertListItem,
  isContentOpen,
  isOwnList,
  isTitleTaken,
  lockSavedOf,
  type SavedList,
  type SavedState,
  updateList,
} from './queries.ts';
import { savedTypes } from './saved-kinds.ts';

/** Content is locked before users, as everywhere. */
export async function setSaved(
  db: Database,
  viewer: Viewer,
  { kind, id, saved, listId }: ParsedBody<'PUT /r/saved'>,
): Promise<SavedState> {
  const { userId } = viewer;
  return db.transaction(async (tx) => {
    if (saved && !(await savedTypes[kind].lock(tx, viewer, id))) throw notFound();
    await lockSavedOf(tx, userId);
    if (listId !== undefined) await checkList(tx, viewer, listId);
    if (saved) {
      await insertItem(tx, userId, kind, id);
      if (listId !== undefined) await insertListItem(tx, listId, userId, kind, id);
    } else {
      const removed =
        listId === undefined
          ? await deleteItem(tx, userId, kind, id)
          : await deleteListItem(tx, listId, userId, kind, id);
      if (!removed && !(await isContentOpen(tx, viewer, kind, id))) throw notFound();
    }
    return findState(tx, userId, { kind, id });
  });
}

export async function getState(
  db: Db,
  viewer: Viewer,
  { kind, id }: { kind: SavedKind; id: number },
): Promise<SavedState & { savedListModelVec: SavedList[] }> {
  if (!(await isContentOpen(db, viewer, kind, id))) throw notFound();
  const state = await findState(db, viewer.userId, { kind, id });
  return { ...state, savedListModelVec: await findLists(db, viewer) };
}

export async function createList(db: TransactionalDb, viewer: Viewer, title: string): Promise<SavedList> {
  return db.transaction(async (tx) => {
    await lockSavedOf(tx, viewer.userId);
    await checkTitle(tx, viewer, title);
    if ((await countLists(tx, viewer.userId)) >= mostSavedLists) {
      throw new ProblemError('conflict', `You can have at most ${mostSavedLists} lists.`);
    }
    return { listId: await insertList(tx, viewer.userId, title), title, count: 0 };
  });
}

export async function renameList(
  db: Database,
  viewer: Viewer,
  { listId, title }: { listId: number; title: string },
): Promise<SavedList> {
  return db.transaction(async (tx) => {
    await lockSavedOf(tx, viewer.userId);
    await checkList(tx, viewer, listId);
    await checkTitle(tx, viewer, title, listId);
    await updateList(tx, listId, title);
    return foundList((await findLists(tx, viewer)).find((list) => list.listId === listId));
  });
}

export async function removeList(db: Db, viewer: Viewer, listId: number): Promise<void> {
  if (!(await deleteList(db, viewer.userId, listId))) foundList(undefined);
}

async function checkTitle(tx: Transaction, viewer: Viewer, title: string, exceptId?: number): Promise<void> {
  if (await isTitleTaken(tx, viewer.userId, title, exceptId)) {
    throw new ProblemError('conflict', 'You already have a list with this name.');
  }
}

/** Lists of others are not found, as if they did not exist. */
export async function checkList(db: Db, viewer: Viewer, listId: number): Promise<void> {
  if (!(await isOwnList(db, viewer.userId, listId))) foundList(undefined);
}

function foundList(list: SavedList | undefined): SavedList {
  if (!list) throw new ProblemError('not_found', 'This list is not here, or not any more.');
  return list;
}

export const notFound = () => new ProblemError('not_found');
