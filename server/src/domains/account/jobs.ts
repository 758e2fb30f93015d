import type { Database } from '#db/pool.ts';
import { updateWords } from '#domains/search/queries.ts';
import type { JobLog } from '#jobs/log.ts';
import type { Jobs } from '#jobs/queue.ts';
import { erasePerson } from './erasure.ts';
import { listDue, renewStatistics } from './queries.ts';

declare module '#jobs/queue.ts' {
  interface JobPayloads {
    'account.erase': object;
    'account.resample': object;
  }
}

export const accountJobs = {
  /** One transaction per user: a failure does not block the others. */
  async 'account.erase'(_, { db, log }, { signal }) {
    let erased = 0;
    const failures: unknown[] = [];
    for (const userId of await listDue(db)) {
      signal.throwIfAborted();
      try {
        if (await db.transaction((tx) => erasePerson(tx, userId))) erased += 1;
      } catch (error) {
        failures.push(error);
      }
    }
    if (erased > 0) log.info({ erased }, 'erased accounts whose time was over');
    if (failures.length > 0) {
      throw new AggregateError(failures, `${failures.length} accounts could not be erased.`);
    }
  },

  async 'account.resample'(_, { db }) {
    // Unused words are deleted before the statistics are sampled.
    await updateWords(db);
    await db.transaction(renewStatistics);
  },
} satisfies Jobs<{ db: Database; log: JobLog }>;

export const accountCron = { 'account.erase': '23 * * * *' };
