import sql from 'sql-template-tag';
import type { Database, Transaction } from '#db/pool.ts';
import { tell } from '#domains/notices/tell.ts';
import type { Role } from '#http/viewer.ts';
import { endOfDay, hourOfDay, learningDay } from './days.ts';
import { findQueue } from './queue.ts';
import { defaultZone } from './settings.ts';

/** The earliest local hour of a notice. */
const firstHour = 7;

interface Learner {
  userId: number;
  role: Role;
  zone: string | null;
  toldAt: Date | null;
}

/** Tells learners who asked for it that cards are due, once a day. */
export async function tellReviewsDue(db: Database, signal: AbortSignal): Promise<void> {
  const now = new Date();
  const learners = await db.query<Learner>(sql`
    select users.id as "userId", users.role, learning_settings.zone,
      (select max(moved_at) from notices where user_id = users.id and kind = 'review_due') as "toldAt"
    from notice_channels
    join users on users.id = notice_channels.user_id
    left join learning_settings on learning_settings.user_id = users.id
    where notice_channels.kind = 'review_due' and notice_channels.app
      and users.leaving_at is null and users.email_verified_at is not null
    order by users.id`);
  for (const learner of learners) {
    signal.throwIfAborted();
    if (isTime(learner, now)) await db.transaction((tx) => tellIfDue(tx, learner, now));
  }
}

function isTime({ zone: known, toldAt }: Learner, now: Date): boolean {
  const zone = known ?? defaultZone;
  if (hourOfDay(now, zone) < firstHour) return false;
  return toldAt === null || learningDay(toldAt, zone) !== learningDay(now, zone);
}

async function tellIfDue(tx: Transaction, { userId, role, zone }: Learner, now: Date): Promise<void> {
  const viewer = { userId, role, emailVerified: true, sessionId: 0, signedInAt: now };
  const day = { now, endOfDay: endOfDay(now, zone ?? defaultZone) };
  if ((await findQueue(tx, viewer, day, 1)).length === 0) return;
  await tell(tx, [userId], {
    kind: 'review_due',
    object: { kind: 'user', id: userId },
    ownerId: userId,
    actorId: null,
    at: now,
  });
}
