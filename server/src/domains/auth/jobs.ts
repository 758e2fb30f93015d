import type { Config } from '#config.ts';
import type { Database } from '#db/pool.ts';
import type { Jobs } from '#jobs/queue.ts';
import { deleteExpiredDemoState } from './demo-provider-adapter.ts';
import { deleteExpired } from './queries.ts';
import { sendReset } from './reset.ts';

declare module '#jobs/queue.ts' {
  interface JobPayloads {
    'auth.reset': { email: string };
    'auth.tidy': object;
  }
}

export const authJobs = {
  async 'auth.reset'({ email }, deps) {
    await sendReset(deps, email);
  },
  async 'auth.tidy'(_, { db }) {
    await deleteExpired(db);
    await deleteExpiredDemoState(db);
  },
} satisfies Jobs<{ db: Database; config: Config }>;

export const authCron = { 'auth.tidy': '41 3 * * *' };
