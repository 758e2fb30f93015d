import sql from 'sql-template-tag';
import { takePoint } from '#db/budget.ts';
import type { ExportRow } from '#db/export.ts';
import type { Db, Transaction } from '#db/pool.ts';

/** How somebody signs in. */
export type SignInWay = 'password' | 'google' | 'facebook' | 'verification link' | 'reset link';

interface Attempt {
  by: SignInWay;
  /** The shortened address it came from. */
  network: string;
}

/** Rows an hour. Rows of the audit cannot be deleted for ninety days, so a flood must not fill it. */
const perUser = { points: 60, seconds: 3600 };
const failures = { known: { points: 1000, seconds: 3600 }, unknown: { points: 100, seconds: 3600 } };

export async function recordSignIn(tx: Transaction, userId: number, attempt: Attempt): Promise<void> {
  if (!(await takePoint(tx, `audit:sign-ins:${userId}`, perUser))) return;
  await insertSignIn(tx, { act: 'sign-in.succeeded', actorId: userId, targetId: userId, ...attempt });
}

/** An unknown address is not written down. It has a budget of its own, so that made-up ones hide no guess at an account. */
export async function recordFailure(db: Db, userId: number | undefined, attempt: Attempt): Promise<void> {
  const kind = userId === undefined ? 'unknown' : 'known';
  if (!(await takePoint(db, `audit:failures:${kind}`, failures[kind]))) return;
  await insertSignIn(db, { act: 'sign-in.failed', actorId: null, targetId: userId ?? null, ...attempt });
}

async function insertSignIn(
  db: Db,
  row: Attempt & {
    act: 'sign-in.succeeded' | 'sign-in.failed';
    actorId: number | null;
    targetId: number | null;
  },
): Promise<void> {
  const detail = JSON.stringify({ by: row.by, from: row.network });
  await db.query(sql`
    insert into audit (actor_id, act, target_kind, target_id, detail)
    values (${row.actorId}, ${row.act}, 'user', ${row.targetId}, ${detail}::jsonb)`);
}

export async function deleteOldSignIns(db: Db): Promise<void> {
  await db.query(sql`
    delete from audit
    where act in ('sign-in.succeeded', 'sign-in.failed') and created_at < now() - interval '90 days'`);
}

/** When and from where somebody signed in to a person's account, or tried to. */
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
