import type { Config } from '#config.ts';
import type { Database } from '#db/pool.ts';
import { deleteSessionsOf } from '#domains/auth/session-queries.ts';
import { queueMail } from '#domains/mail/actions.ts';
import { deletionScheduledEmail, emailLink } from '#domains/mail/emails.ts';
import { deleteTokensOf } from '#domains/tokens/queries.ts';
import { lockUser } from '#domains/users/queries.ts';
import { ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import { graceDays, lockSuperAdmins, markLeaving } from './queries.ts';

/** Hides the user and ends all sessions and API tokens. Signing in within 30 days undoes it. */
export async function scheduleDeletion(
  { db, config }: { db: Database; config: Pick<Config, 'publicUrl' | 'mailFrom'> },
  viewer: Viewer,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (viewer.role === 'kSuperAdmin') {
      // No call grants this role, so the last super admin could not be replaced.
      const others = (await lockSuperAdmins(tx)).filter((id) => id !== viewer.userId);
      if (others.length === 0) {
        throw new ProblemError(
          'forbidden',
          'The only super admin cannot leave. Please name another one first.',
        );
      }
    }
    const person = await lockUser(tx, viewer.userId);
    if (!person) throw new ProblemError('unauthenticated');
    const leavingAt = await markLeaving(tx, viewer.userId);
    await deleteSessionsOf(tx, viewer.userId);
    await deleteTokensOf(tx, viewer.userId);
    await queueMail(tx, config, {
      to: person.email,
      kind: 'deletion-scheduled',
      content: deletionScheduledEmail({
        firstName: person.first_name,
        eraseAt: new Date(leavingAt.getTime() + graceDays * 24 * 3600 * 1000),
        url: emailLink(config.publicUrl, '/login'),
      }),
    });
  });
}
