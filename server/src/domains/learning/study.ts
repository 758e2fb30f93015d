import sql, { raw } from 'sql-template-tag';
import type { Database, Transaction } from '#db/pool.ts';
import { holdCard } from '#domains/cards/write-queries.ts';
import { holdChain } from '#domains/chains/write-queries.ts';
import { holdSubject } from '#domains/subjects/write-queries.ts';
import { ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';

export interface Studied {
  kind: 'card' | 'chain' | 'subject';
  id: number;
}

/** Puts cards into the viewer's review queue or takes them out; what is remembered of them stays. */
export function setStudied(db: Database, viewer: Viewer, thing: Studied, studied: boolean): Promise<void> {
  return db.transaction((tx) => setStudiedIn(tx, viewer, thing, studied));
}

export async function setStudiedIn(
  tx: Transaction,
  viewer: Viewer,
  { kind, id }: Studied,
  studied: boolean,
): Promise<void> {
  if (!(await isThere(tx, viewer, { kind, id }))) {
    throw new ProblemError('not_found', `This ${kind} is not here, or not any more.`);
  }
  const column = raw(`${kind}_id`);
  await tx.query(
    studied
      ? sql`insert into studies (user_id, ${column}) values (${viewer.userId}, ${id})
          on conflict on constraint studies_once_per_thing do nothing`
      : sql`delete from studies where user_id = ${viewer.userId} and ${column} = ${id}`,
  );
}

async function isThere(tx: Transaction, viewer: Viewer, { kind, id }: Studied): Promise<boolean> {
  if (kind === 'card') return holdCard(tx, viewer, id);
  const held = kind === 'chain' ? await holdChain(tx, viewer, id) : await holdSubject(tx, viewer, id);
  return held !== undefined;
}
