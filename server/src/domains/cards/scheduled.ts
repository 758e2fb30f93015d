import type { Database, Transaction } from '#db/pool.ts';
import { findUser } from '#domains/users/queries.ts';
import { isCreator } from '#http/viewer.ts';
import type { Jobs } from '#jobs/queue.ts';
import type { CardRow } from './columns.ts';
import { missingFields, storeEdit, withTitle } from './edits.ts';
import { type DueDraft, listDueDrafts, lockCard } from './write-queries.ts';

declare module '#jobs/queue.ts' {
  interface JobPayloads {
    'cards.publish': object;
  }
}

const batchSize = 100;

/**
 * Publishes the drafts whose time has come. Each is locked and checked again, so that it is published once. One that
 * fails does not block the others; the next run tries it again.
 */
export async function publishDueDrafts(db: Database, now = new Date()): Promise<void> {
  const failures: unknown[] = [];
  let last: DueDraft | undefined = { publishAt: new Date(0), id: 0 };
  while (last) {
    const due: DueDraft[] = await listDueDrafts(db, now, last, batchSize);
    for (const { id } of due) {
      try {
        await db.transaction((tx) => publishDraft(tx, id, now));
      } catch (error) {
        failures.push(error);
      }
    }
    last = due.at(-1);
  }
  if (failures.length > 0) throw new AggregateError(failures, `Drafts not published: ${failures.length}`);
}

/** A draft that cannot be published stays one, and is not tried again. */
async function publishDraft(tx: Transaction, id: number, now: Date): Promise<void> {
  const card = await lockCard(tx, id);
  if (card?.visibility !== 'draft' || card.publishAt === null || card.publishAt > now) return;
  const after = (await canBePublished(tx, card))
    ? withTitle({ ...card, visibility: 'public' as const })
    : card;
  await storeEdit(tx, card, { ...after, publishAt: null }, { editorId: card.ownerId });
}

async function canBePublished(tx: Transaction, card: CardRow): Promise<boolean> {
  if (card.locked || missingFields(card).length > 0) return false;
  if (card.type === 'kDrawn' && card.sceneId === null) return false;
  const owner = await findUser(tx, card.ownerId);
  return owner !== undefined && isCreator(owner.role);
}

export const scheduledJobs = {
  async 'cards.publish'(_, { db }) {
    await publishDueDrafts(db);
  },
} satisfies Jobs<{ db: Database }>;

export const scheduledCron = { 'cards.publish': '* * * * *' };
