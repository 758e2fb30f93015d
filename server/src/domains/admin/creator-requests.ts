import type { TransactionalDb } from '#db/pool.ts';
import { queueMail } from '#domains/mail/actions.ts';
import { creatorDeclinedEmail, creatorGrantedEmail, emailLink } from '#domains/mail/emails.ts';
import { getPersonForViewer, getUser } from '#domains/users/actions.ts';
import { recordAudit } from '#domains/users/audit.ts';
import { lockUser, type PersonForViewerRow, type UserRow, updateRole } from '#domains/users/queries.ts';
import { ProblemError } from '#http/problems.ts';
import { isCreator, type Viewer } from '#http/viewer.ts';
import { tellOfDecision } from './creator-access.ts';
import { type CreatorRequestRow, saveRequest, settleRequest } from './creator-request-queries.ts';
import { lockVisibleUser, type RoleDeps } from './roles.ts';

export async function requestCreatorRole(
  db: TransactionalDb,
  viewer: Viewer,
  message: string | undefined,
): Promise<{ user: UserRow; request: CreatorRequestRow }> {
  return db.transaction(async (tx) => {
    // Locked, so that a user who just became a creator has no pending request.
    const person = await lockUser(tx, viewer.userId);
    if (!person) throw new ProblemError('unauthenticated');
    if (isCreator(person.role)) throw new ProblemError('conflict', 'You can create already.');
    const request = await saveRequest(tx, viewer.userId, message);
    return { user: await getUser(tx, viewer.userId), request };
  });
}

export async function decideRequest(
  { db, config }: RoleDeps,
  viewer: Viewer,
  { userId, granted }: { userId: number; granted: boolean },
): Promise<PersonForViewerRow> {
  return db.transaction(async (tx) => {
    const person = await lockVisibleUser(tx, viewer, userId);
    if (!(await settleRequest(tx, userId, granted))) {
      throw new ProblemError('not_found', 'No request of this person is waiting.');
    }
    if (granted && !isCreator(person.role)) await updateRole(tx, userId, 'kCreator');
    await recordAudit(tx, {
      actorId: viewer.userId,
      action: granted ? 'creator_request.grant' : 'creator_request.decline',
      target: { kind: 'user', id: userId },
      ...(granted ? { detail: { was: person.role, role: 'kCreator' } } : {}),
    });
    await tellOfDecision(tx, userId, granted);
    const { first_name: firstName } = person;
    await queueMail(tx, config, {
      to: person.email,
      kind: granted ? 'creator-granted' : 'creator-declined',
      content: granted
        ? creatorGrantedEmail({ firstName, url: emailLink(config.publicUrl, '/cp') })
        : creatorDeclinedEmail({ firstName, url: emailLink(config.publicUrl, '/feed') }),
    });
    return getPersonForViewer(tx, viewer, userId);
  });
}
