import type { LinkState } from '@gyan/contract/links.ts';
import type { Database, Transaction } from '#db/pool.ts';
import { type PutResult, putInList, type RankedList, takeFromList } from '#db/ranked-list.ts';
import { ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import { getVisiblePerson, userNotFound } from './actions.ts';
import { recordAudit } from './audit.ts';
import { canArrangeLists } from './policy.ts';

/** A list of a user: its parents are `users`. */
export type ListOfPerson = RankedList & { parent: { table: 'users' } };

type Step = (tx: Transaction) => Promise<void>;

/**
 * Adds an item to a user's list. `hold` runs first and makes sure that the item exists and stays: items are locked
 * before users. `onAdded` runs if the item was not in the list before.
 */
export function putInListOf(
  db: Database,
  viewer: Viewer,
  list: ListOfPerson,
  entry: { userId: number; itemId: number; rank?: number | null | undefined },
  { hold, onAdded }: { hold: Step; onAdded?: Step | undefined },
): Promise<LinkState> {
  return db.transaction(async (tx) => {
    await checkMayArrange(tx, viewer, entry.userId);
    await hold(tx);
    const placed = orUserNotFound(await putInList(tx, list, { ...entry, parentId: entry.userId }));
    if (placed.changed) await auditUnlessOwn(tx, viewer, entry.userId, 'list.put');
    if (placed.added) await onAdded?.(tx);
    return placed.state;
  });
}

export function takeFromListOf(
  db: Database,
  viewer: Viewer,
  list: ListOfPerson,
  entry: { userId: number; itemId: number },
  onTaken?: Step,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await checkMayArrange(tx, viewer, entry.userId);
    const taken = await takeFromList(tx, list, { parentId: entry.userId, itemId: entry.itemId });
    if (taken) {
      await auditUnlessOwn(tx, viewer, entry.userId, 'list.take');
      await onTaken?.(tx);
    }
    return taken;
  });
}

async function checkMayArrange(tx: Transaction, viewer: Viewer, userId: number): Promise<void> {
  if (!canArrangeLists(viewer, { id: userId })) {
    throw new ProblemError('forbidden', 'Everybody arranges their own lists.');
  }
  if (userId !== viewer.userId) await getVisiblePerson(tx, viewer, userId);
}

function orUserNotFound(placed: PutResult | undefined): PutResult {
  if (!placed) throw userNotFound();
  return placed;
}

async function auditUnlessOwn(
  tx: Transaction,
  viewer: Viewer,
  userId: number,
  action: 'list.put' | 'list.take',
): Promise<void> {
  if (userId === viewer.userId) return;
  await recordAudit(tx, { actorId: viewer.userId, action, target: { kind: 'user', id: userId } });
}
