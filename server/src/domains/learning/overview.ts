import type { AnswerOf } from '@gyan/contract/calls.ts';
import type { LearningSettings } from '@gyan/contract/learning.ts';
import sql from 'sql-template-tag';
import type { Db } from '#db/pool.ts';
import type { Viewer } from '#http/viewer.ts';
import { lastDays, startOfDay } from './days.ts';
import { findOverview } from './progress-queries.ts';
import { findDueMinutes } from './review-session.ts';
import { getSettings } from './settings.ts';

const shownDays = 28;

/** The JSON of `GET /r/learning`. */
export async function getOverview(db: Db, viewer: Viewer): Promise<string> {
  const now = new Date();
  const settings = await getSettings(db, viewer.userId);
  const lists = await findOverview(db, viewer);
  const rest: Pick<AnswerOf<'GET /r/learning'>, 'dueMinutes' | 'settings' | 'dayVec'> = {
    dueMinutes: await findDueMinutes(db, viewer, settings, now),
    settings,
    dayVec: await countReviewsByDay(db, viewer.userId, settings, now),
  };
  return `${lists.slice(0, -1)},${JSON.stringify(rest).slice(1)}`;
}

async function countReviewsByDay(
  db: Db,
  userId: number,
  { zone }: LearningSettings,
  now: Date,
): Promise<{ day: string; reviews: number }[]> {
  const days = lastDays(shownDays, now, zone);
  const starts = days.map((day) => startOfDay(day, zone));
  const rows = await db.query<{ bucket: number; reviews: number }>(sql`
    select width_bucket(reviewed_at, ${starts}::timestamptz[]) as bucket, count(*) as reviews
    from reviews
    where user_id = ${userId} and reviewed_at >= ${starts[0]} and undone_at is null
    group by bucket`);
  const byBucket = new Map(rows.map(({ bucket, reviews }) => [bucket, reviews]));
  return days.map((day, index) => ({ day, reviews: byBucket.get(index + 1) ?? 0 }));
}
