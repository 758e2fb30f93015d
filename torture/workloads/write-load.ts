import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { waitForInvariants, withDatabase } from '../support/database.ts';
import { createWorkloads, prepareFixture } from './fixture.ts';

/** All workloads running in parallel. */
export interface WriteLoad {
  /** Writes until stopped; failed writes are not retried. */
  begin(): { end(): Promise<void> };
  /** Retries what was not acknowledged, then returns every difference and broken invariant. */
  verify(): Promise<string[]>;
  /** Number of e-mails still waiting in the outbox after `maxWaitMs`. */
  countUnsentEmails(maxWaitMs: number): Promise<number>;
  figures(): Record<string, number>;
}

export async function openWriteLoad(api: string, dataDir: string): Promise<WriteLoad> {
  const fixture = await prepareFixture(api, dataDir);
  const workloads = createWorkloads(fixture);

  return {
    begin() {
      const ending = new AbortController();
      const writers = workloads.flatMap(({ workload, concurrency }) =>
        Array.from({ length: concurrency }, async () => {
          // A workload may have nothing to do; the pause keeps the loop from spinning.
          while (!ending.signal.aborted)
            await Promise.all([workload.write().catch(() => sleep(20)), sleep(1)]);
        }),
      );
      return {
        async end() {
          ending.abort();
          await Promise.all(writers);
        },
      };
    },

    async verify() {
      await Promise.all(workloads.map(({ workload }) => workload.settle()));
      return withDatabase(dataDir, async (db) => {
        const found: string[] = [];
        for (const { workload } of workloads) found.push(...(await workload.verify(db)));
        return [...found, ...(await waitForInvariants(db))];
      });
    },

    countUnsentEmails: (maxWaitMs) =>
      withDatabase(dataDir, async (db) => {
        const deadline = performance.now() + maxWaitMs;
        for (;;) {
          const waiting = await db.query(sql`select from mail_outbox where state = 'waiting'`);
          if (waiting.length === 0 || performance.now() > deadline) return waiting.length;
          await sleep(500);
        }
      }),

    figures: () => ({
      ...Object.fromEntries(workloads.map(({ workload }) => [workload.name, workload.acknowledged])),
      acknowledged: workloads.reduce((sum, { workload }) => sum + workload.acknowledged, 0),
      retried: fixture.retried,
    }),
  };
}
