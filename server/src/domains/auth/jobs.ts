import type { Config } from '#config.ts';
import type { Database } from '#db/pool.ts';
import type { Storage } from '#domains/storage/storage.ts';
import type { JobLog } from '#jobs/log.ts';
import type { Jobs } from '#jobs/queue.ts';
import { deleteExpired } from './account-queries.ts';
import { deleteExpiredDemoState } from './demo-provider-adapter.ts';
import { sendReset } from './reset.ts';
import { deleteOldSignIns } from './sign-in-audit.ts';
import { copyPhoto } from './social-photo.ts';

declare module '#jobs/queue.ts' {
  interface JobPayloads {
    'auth.reset': { email: string };
    'auth.tidy': object;
    'auth.copyPhoto': { userId: number; triesLeft: number };
  }
}

export const authJobs = {
  async 'auth.reset'({ email }, deps) {
    await sendReset(deps, email);
  },
  async 'auth.tidy'(_, { db }) {
    await deleteExpired(db);
    await deleteOldSignIns(db);
    await deleteExpiredDemoState(db);
  },
  async 'auth.copyPhoto'(payload, deps, { signal }) {
    await copyPhoto(deps, payload, signal);
  },
} satisfies Jobs<{ db: Database; config: Config; storage: Storage; log: JobLog }>;

export const authCron = { 'auth.tidy': '41 3 * * *' };
