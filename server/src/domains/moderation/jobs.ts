import type { Database } from '#db/pool.ts';
import { deleteOldChallenges } from '#domains/users/signup-challenge.ts';
import type { Jobs } from '#jobs/queue.ts';
import { harmOf } from './kinds.ts';
import { insertReport, lockCaseOf, openCase } from './queries.ts';
import { claimSimilarPhotos } from './similar-photos.ts';

declare module '#jobs/queue.ts' {
  interface JobPayloads {
    'moderation.compare': object;
    'moderation.tidy': object;
  }
}

/** Opens a case for each object with a photo that is similar to a hidden one. The upload itself went through. */
export async function flagSimilarPhotos(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { kind, id, ownerId } of await claimSimilarPhotos(tx)) {
      const { caseId } = await lockCaseOf(tx, { kind, id }, ownerId);
      await insertReport(tx, {
        caseId,
        reporterId: null,
        email: null,
        reason: 'other',
        text: 'The picture looks like one that was hidden.',
      });
      await openCase(tx, caseId, harmOf.other);
    }
  });
}

export const moderationJobs = {
  async 'moderation.compare'(_, { db }) {
    await flagSimilarPhotos(db);
  },
  async 'moderation.tidy'(_, { db }) {
    await deleteOldChallenges(db);
  },
} satisfies Jobs<{ db: Database }>;

export const moderationCron = { 'moderation.compare': '* * * * *', 'moderation.tidy': '23 * * * *' };
