import sql, { raw } from 'sql-template-tag';
import type { Transaction, TransactionalDb } from '#db/pool.ts';
import { lockCardForShare } from '#domains/cards/write-queries.ts';
import { chains, subjects } from '#domains/collections/collection.ts';
import { lockVisibleForShare } from '#domains/collections/write-queries.ts';
import { ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import { lockSettings } from './settings.ts';

export interface Studied {
  kind: 'card' | 'chain' | 'subject';
  id: number;
}

/**
 * Puts cards into the viewer's review queue or takes them out; what is remembered of them stays. A card that was set
 * aside comes back when it is studied by itself.
 */
export async function setStudied(
  db: TransactionalDb,
  viewer: Viewer,
  { kind, id }: Studied,
  studied: boolean,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (kind === 'card') await lockSettings(tx, viewer.userId);
    if (!(await isVisible(tx, viewer, { kind, id }))) {
      throw new ProblemError('not_found', `This ${kind} is not here, or not any more.`);
    }
    const column = raw(`${kind}_id`);
    await tx.query(
      studied
        ? sql`insert into studies (user_id, ${column}) values (${viewer.userId}, ${id})
            on conflict on constraint studies_once_per_thing do nothing`
        : sql`delete from studies where user_id = ${viewer.userId} and ${column} = ${id}`,
    );
    if (kind === 'card' && studied) {
      await tx.query(sql`
        update memories set aside = false where user_id = ${viewer.userId} and card_id = ${id} and aside`);
    }
  });
}

async function isVisible(tx: Transaction, viewer: Viewer, { kind, id }: Studied): Promise<boolean> {
  const found =
    kind === 'card'
      ? await lockCardForShare(tx, viewer, id)
      : await lockVisibleForShare(tx, kind === 'chain' ? chains : subjects, viewer, id);
  return found !== undefined;
}
