import type { Jobs } from '#jobs/queue.ts';
import { type DigestDeps, queueDigests } from './actions.ts';
import { deleteOldDigests } from './queries.ts';

declare module '#jobs/queue.ts' {
  interface JobPayloads {
    'digests.queue': object;
    'digests.tidy': object;
  }
}

const keptDays = 365;

export const digestJobs = {
  'digests.queue': (_, deps, { signal }) => queueDigests(deps, signal),

  async 'digests.tidy'(_, { db }) {
    await deleteOldDigests(db, keptDays);
  },
} satisfies Jobs<DigestDeps>;

// Four times an hour: some time zones differ by 15 minutes.
export const digestCron = { 'digests.queue': '*/15 * * * *', 'digests.tidy': '53 3 * * *' };
