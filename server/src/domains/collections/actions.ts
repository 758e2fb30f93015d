import type { LinkState } from '@gyan/contract/links.ts';
import type { Database, Transaction } from '#db/pool.ts';
import { type Entry, putInList, takeFromList } from '#db/ranked-list.ts';
import { tellOfCardInChain, tellOfChainInSubject, tellOfNewChain } from '#domains/notices/followers.ts';
import { recordAudit } from '#domains/users/audit.ts';
import { putInListOf, takeFromListOf } from '#domains/users/lists.ts';
import { canRead, checkHidden } from '#domains/visibility/policy.ts';
import { ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import type { Collection } from './collection.ts';
import { canManageCollection, canPublishCollection } from './policy.ts';
import { type Rating, rateContent } from './rating.ts';
import {
  type CollectionContent,
  type CollectionRow,
  findCollection,
  insertCollection,
  lockCollection,
  lockVisibleForShare,
  updateCollection,
} from './write-queries.ts';

type RankedEntry = Entry & { rank?: number | null | undefined };

/** Adds it at the end of its owner's list. */
export async function createCollection(
  tx: Transaction,
  viewer: Viewer,
  collection: Collection,
  content: CollectionContent,
): Promise<{ id: number; rank: number | undefined }> {
  const id = await insertCollection(tx, collection, { ...content, ownerId: viewer.userId });
  const placed = await putInList(tx, collection.saved, { parentId: viewer.userId, itemId: id });
  return { id, rank: placed?.state.rank };
}

export async function editCollection(
  tx: Transaction,
  viewer: Viewer,
  collection: Collection,
  before: CollectionRow,
  after: CollectionContent,
): Promise<void> {
  checkHidden(before, after.visibility);
  if (before.visibility === 'draft' && after.visibility !== 'draft' && !canPublishCollection(viewer)) {
    throw new ProblemError('forbidden', `Only creators can publish a ${collection.kind}.`);
  }
  if (await updateCollection(tx, collection, before, after)) {
    await auditUnlessOwn(tx, viewer, collection, before, 'edit');
  }
  if (collection.kind === 'chain' && before.visibility !== after.visibility) {
    await tellOfNewChain(tx, { chainId: before.id, actorId: viewer.userId });
  }
}

export function rateCollection(
  db: Database,
  viewer: Viewer,
  collection: Collection,
  rating: Rating,
): Promise<void> {
  const { kind } = collection;
  const lock = async (tx: Transaction) => found(kind, await lockCollection(tx, collection, rating.id));
  return rateContent(db, viewer, { kind, lock }, rating);
}

/** Adds an item or moves it. `lockItem` runs first, because items are locked before collections. */
export async function putItem(
  db: Database,
  viewer: Viewer,
  collection: Collection,
  entry: RankedEntry,
  steps: {
    lockItem: (tx: Transaction) => Promise<unknown>;
    afterwards?: (tx: Transaction, row: CollectionRow) => Promise<void>;
  },
): Promise<LinkState> {
  return db.transaction(async (tx) => {
    const item = await steps.lockItem(tx);
    const row = checkManaged(collection, viewer, await lockCollection(tx, collection, entry.parentId));
    const placed = item ? await putInList(tx, collection.items, entry) : undefined;
    const { state, changed, added } = found(collection.itemKind, placed);
    await steps.afterwards?.(tx, row);
    if (changed) await auditUnlessOwn(tx, viewer, collection, row, `put_${collection.itemKind}`);
    if (added) await tellOfItem(tx, viewer, collection, entry);
    return state;
  });
}

/** Tells the followers of the collection that an item was added to it. */
export function tellOfItem(
  tx: Transaction,
  { userId: actorId }: Viewer,
  { kind }: Collection,
  { parentId, itemId }: Entry,
): Promise<void> {
  return kind === 'chain'
    ? tellOfCardInChain(tx, { chainId: parentId, cardId: itemId, actorId })
    : tellOfChainInSubject(tx, { subjectId: parentId, chainId: itemId, actorId });
}

/** An item that is not in the collection is no error, unless it does not exist at all. */
export async function takeItem(
  db: Database,
  viewer: Viewer,
  collection: Collection,
  entry: Entry,
  steps: { lockItem: (tx: Transaction) => Promise<unknown>; afterwards?: (tx: Transaction) => Promise<void> },
): Promise<void> {
  await db.transaction(async (tx) => {
    const item = await steps.lockItem(tx);
    const row = checkManaged(collection, viewer, await lockCollection(tx, collection, entry.parentId));
    if (await takeFromList(tx, collection.items, entry)) {
      await steps.afterwards?.(tx);
      await auditUnlessOwn(tx, viewer, collection, row, `take_${collection.itemKind}`);
    } else {
      found(collection.itemKind, item);
    }
  });
}

export function saveCollection(
  db: Database,
  viewer: Viewer,
  collection: Collection,
  entry: { userId: number; itemId: number; rank?: number | null | undefined },
  onAdded?: (tx: Transaction) => Promise<void>,
): Promise<LinkState> {
  const hold = async (tx: Transaction) => {
    found(collection.kind, await lockVisibleForShare(tx, collection, viewer, entry.itemId));
  };
  return putInListOf(db, viewer, collection.saved, entry, { hold, onAdded });
}

export async function unsaveCollection(
  db: Database,
  viewer: Viewer,
  collection: Collection,
  entry: { userId: number; itemId: number },
  onTaken?: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const taken = await takeFromListOf(db, viewer, collection.saved, entry, onTaken);
  if (!taken) foundFor(collection, viewer, await findCollection(db, collection, entry.itemId));
}

/** A collection that the viewer may open. */
function foundFor({ kind }: Collection, viewer: Viewer, row: CollectionRow | undefined): CollectionRow {
  return found(kind, row && canRead(viewer, row) ? row : undefined);
}

export function checkManaged(
  collection: Collection,
  viewer: Viewer,
  row: CollectionRow | undefined,
  verb = 'change',
): CollectionRow {
  const known = foundFor(collection, viewer, row);
  if (!canManageCollection(viewer, known)) {
    throw new ProblemError('forbidden', `Only the owner of a ${collection.kind} and admins can ${verb} it.`);
  }
  return known;
}

/** The title is left out: an audit row outlives what it is about. */
export async function auditUnlessOwn(
  tx: Transaction,
  viewer: Viewer,
  { kind }: Collection,
  row: CollectionRow,
  verb: 'edit' | 'delete' | 'put_card' | 'put_chain' | 'take_card' | 'take_chain',
): Promise<void> {
  if (row.ownerId === viewer.userId) return;
  await recordAudit(tx, { actorId: viewer.userId, action: `${kind}.${verb}`, target: { kind, id: row.id } });
}

export function found<T>(kind: Collection['kind'] | Collection['itemKind'], row: T | undefined): T {
  if (row === undefined) throw new ProblemError('not_found', `This ${kind} is not here, or not any more.`);
  return row;
}
