import type { Config } from '#config.ts';
import type { Database, Transaction } from '#db/pool.ts';
import { queueMail } from '#domains/mail/actions.ts';
import { emailLink, roleChangedEmail } from '#domains/mail/emails.ts';
import { getPersonForViewer, userNotFound } from '#domains/users/actions.ts';
import { recordAudit } from '#domains/users/audit.ts';
import { canSee, canSetRole } from '#domains/users/policy.ts';
import { lockUser, type PersonForViewerRow, type UserRow, updateRole } from '#domains/users/queries.ts';
import { ProblemError } from '#http/problems.ts';
import { isCreator, type Role, type Viewer } from '#http/viewer.ts';
import { tellOfDecision } from './creator-access.ts';
import { settleRequest } from './creator-request-queries.ts';

export type AssignableRole = Exclude<Role, 'kSuperAdmin'>;

export interface RoleDeps {
  db: Database;
  config: Pick<Config, 'publicUrl' | 'mailFrom'>;
}

/** Keeps the row locked, so that two admins do not cause two e-mails about one change. */
export async function lockVisibleUser(tx: Transaction, viewer: Viewer, userId: number): Promise<UserRow> {
  const person = await lockUser(tx, userId);
  if (!person || !canSee(viewer, person)) throw userNotFound();
  return person;
}

export async function setRole(
  { db, config }: RoleDeps,
  viewer: Viewer,
  { userId, role }: { userId: number; role: AssignableRole },
): Promise<PersonForViewerRow> {
  return db.transaction(async (tx) => {
    const person = await lockVisibleUser(tx, viewer, userId);
    if (!canSetRole(viewer, person)) {
      throw new ProblemError(
        'forbidden',
        person.id === viewer.userId
          ? 'Nobody can change their own role.'
          : 'The role of a super admin cannot be changed.',
      );
    }
    if (person.role === role) return getPersonForViewer(tx, viewer, userId);
    await updateRole(tx, userId, role);
    await recordAudit(tx, {
      actorId: viewer.userId,
      action: 'role.set',
      target: { kind: 'user', id: userId },
      detail: { was: person.role, role },
    });
    // A user with a higher role than requested has no pending request.
    if (isCreator(role) && (await settleRequest(tx, userId, true))) await tellOfDecision(tx, userId, true);
    await queueMail(tx, config, {
      to: person.email,
      kind: 'role-changed',
      content: roleChangedEmail({
        firstName: person.first_name,
        role,
        url: emailLink(config.publicUrl, '/feed'),
      }),
    });
    return getPersonForViewer(tx, viewer, userId);
  });
}
