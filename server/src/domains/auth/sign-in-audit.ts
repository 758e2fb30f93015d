import sql from 'sql-template-tag';
import { consumePoint, consumePointStatement } from '#db/budget.ts';
import type { ExportRow } from '#db/export.ts';
import type { Db, Transaction } from '#db/pool.ts';

export type SignInMethod =
  | 'password'
  | 'passkey'
  | 'google'
  | 'facebook'
  | 'verification link'
  | 'reset link';

interface Attempt {
  by: SignInMethod;
  /** The truncated address of the request. */
  network: string;
}

/** Rows per hour. Audit rows cannot be deleted for ninety days, so a flood must not fill the table. */
const perUser = { points: 60, seconds: 3600 };
const failures = { known: { points: 1000, seconds: 3600 }, unknown: { points: 100, seconds: 3600 } };

export async function recordSignIn(tx: Transaction, userId: number, attempt: Attempt): Promise<void> {
  if (!(await consumePoint(tx, `audit:sign-ins:${userId}`, perUser))) return;
  await tx.query(sql`
    insert into audit (actor_id, act, target_kind, target_id, detail)
    values (${userId}, 'sign-in.succeeded', 'user', ${userId}, ${detailOf(attempt)}::jsonb)`);
}

/**
 * Unknown e-mail addresses are not stored. They have their own budget, so that a flood of them does not use up that of
 * known accounts. One statement with asynchronous commit: otherwise timing would tell which budget is used up, and so
 * whether an account exists.
 */
export async function recordFailure(db: Db, userId: number | undefined, attempt: Attempt): Promise<void> {
  const kind = userId === undefined ? 'unknown' : 'known';
  const budget = failures[kind];
  await db.query(sql`
    with counted as (${consumePointStatement(`audit:failures:${kind}`, budget)}),
      no_wait as (select set_config('synchronous_commit', 'off', true))
    insert into audit (act, target_kind, target_id, detail)
    select 'sign-in.failed', 'user', ${userId ?? null}::bigint, ${detailOf(attempt)}::jsonb
    from counted, no_wait
    where counted.points <= ${budget.points}::int`);
}

const detailOf = ({ by, network }: Attempt) => JSON.stringify({ by, from: network });

export async function deleteOldSignIns(db: Db): Promise<void> {
  await db.query(sql`
    delete from audit
    where act in ('sign-in.succeeded', 'sign-in.failed') and created_at < now() - interval '90 days'`);
}

/** Sign-ins to a user's account and failed attempts, with time and network. */
export function exportSignIns(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    select id, json_build_object(
        'succeeded', act = 'sign-in.succeeded',
        'by', detail->>'by',
        'from', detail->>'from',
        'createdAt', created_at
      )::text as item
    from audit
    where target_kind = 'user' and target_id = ${userId} and id > ${afterId}
      and act in ('sign-in.succeeded', 'sign-in.failed')
    order by id
    limit 100`);
}
