import type { Quality } from '@gyan/contract/scalars.ts';
import sql, { raw } from 'sql-template-tag';
import type { Database, Transaction } from '#db/pool.ts';
import { tellOfMark } from '#domains/notices/tell.ts';
import { recordAudit } from '#domains/users/audit.ts';
import type { Viewer } from '#http/viewer.ts';

export interface Rating {
  id: number;
  quality: Quality;
}

/** Marks a card, chain or subject as great, or takes the mark back. `lock` throws if it is not there. */
export async function rateContent(
  db: Database,
  viewer: Viewer,
  {
    kind,
    lock,
  }: {
    kind: 'card' | 'chain' | 'subject';
    lock: (tx: Transaction) => Promise<{ ownerId: number; great: boolean }>;
  },
  { id, quality }: Rating,
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lock(tx);
    const great = quality === 'kQualityGreat';
    if (row.great === great) return;
    await tx.query(sql`update ${raw(`${kind}s`)} set great = ${great} where id = ${id}`);
    const mark = { kind: 'great', object: { kind, id } } as const;
    await tellOfMark(tx, viewer, mark, { ownerId: row.ownerId, marked: great });
    await recordAudit(tx, {
      actorId: viewer.userId,
      action: `${kind}.rate`,
      target: { kind, id },
      detail: { quality },
    });
  });
}
