import sql from 'sql-template-tag';
import type { Transaction } from '#db/pool.ts';

/**
 * An action of an admin, or of users on their API tokens. `detail` holds the values before and after, without names.
 */
export interface AuditEntry {
  actorId: number;
  /** Noun and verb, such as `role.set`. */
  action: string;
  target: { kind: 'user' | 'card' | 'chain' | 'subject' | 'topic'; id: number };
  detail?: Record<string, string | number | boolean>;
}

/** Written in the action's transaction, so that neither exists without the other. */
export async function recordAudit(
  tx: Transaction,
  { actorId, action, target, detail = {} }: AuditEntry,
): Promise<void> {
  await tx.query(sql`
    insert into audit (actor_id, act, target_kind, target_id, detail)
    values (${actorId}, ${action}, ${target.kind}, ${target.id}, ${JSON.stringify(detail)}::jsonb)`);
}

/** The row stays; actor and target are removed. */
export async function eraseFromAudit(tx: Transaction, userId: number): Promise<void> {
  await tx.query(sql`update audit set actor_id = null where actor_id = ${userId}`);
  await eraseAuditTargets(tx, 'user', [userId]);
}

export async function eraseAuditTargets(
  tx: Transaction,
  kind: AuditEntry['target']['kind'],
  ids: readonly number[],
): Promise<void> {
  await tx.query(sql`
    update audit set target_id = null, detail = '{}' where target_kind = ${kind} and target_id = any (${ids})`);
}
