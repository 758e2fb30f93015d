import sql from 'sql-template-tag';
import type { Database } from '#db/pool.ts';
import type { Jobs } from '#jobs/queue.ts';
import { tellNextFollowers } from './followers.ts';

declare module '#jobs/queue.ts' {
  interface JobPayloads {
    'notices.tidy': object;
  }
}

/** How long a notice stays after it was read. */
const keptDays = 90;

export const noticeJobs = {
  async 'notices.tellFollowers'(news, { db }) {
    await db.transaction((tx) => tellNextFollowers(tx, news));
  },

  /** In batches, each within the statement timeout. */
  async 'notices.tidy'(_, { db }, { signal }) {
    let deleted: object[];
    do {
      signal.throwIfAborted();
      deleted = await db.query(sql`
        delete from notices
        where id in (
          select id from notices where seen_at < now() - make_interval(days => ${keptDays}) limit 5000
        )
        returning 1 as one`);
    } while (deleted.length > 0);
  },
} satisfies Jobs<{ db: Database }>;

export const noticeCron = { 'notices.tidy': '41 3 * * *' };
