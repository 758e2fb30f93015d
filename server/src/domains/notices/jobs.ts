import sql from 'sql-template-tag';
import type { Jobs } from '#jobs/queue.ts';
import { tellNextFollowers } from './followers.ts';
import { type PushDeps, sendPush } from './push.ts';

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

  'notices.push': (push, deps, { signal }) => sendPush(deps, push, { signal }),

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
} satisfies Jobs<PushDeps>;

export const noticeCron = { 'notices.tidy': '41 3 * * *' };
