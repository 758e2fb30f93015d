import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import type { Db } from '#db/pool.ts';

/** Waits until a request waits for a lock. */
export async function untilLocked(db: Db): Promise<void> {
  for (;;) {
    const waiting = await db.query(sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    if (waiting.length > 0) return;
    await sleep(20);
  }
}
