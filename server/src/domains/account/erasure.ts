import type { Transaction } from '#db/pool.ts';
import { eraseCardsOf } from '#domains/cards/erasure.ts';
import { eraseChainsOf } from '#domains/chains/erasure.ts';
import { eraseCommentsOf } from '#domains/comments/erasure.ts';
import { eraseConnectionsOf } from '#domains/connections/erasure.ts';
import { deleteActivityOf } from '#domains/feed/activity-queries.ts';
import { eraseFeedbackOf } from '#domains/feedback/queries.ts';
import { eraseImportsOf } from '#domains/files/queries.ts';
import { eraseContactsOf } from '#domains/invitations/contact-queries.ts';
import { eraseLearningOf } from '#domains/learning/erasure.ts';
import { eraseLikesOf } from '#domains/likes/erasure.ts';
import { deleteEmailsOf } from '#domains/mail/queries.ts';
import { enqueuePhotoDeletion } from '#domains/media/actions.ts';
import { eraseModerationOf } from '#domains/moderation/erasure.ts';
import { eraseNoticesOf } from '#domains/notices/erasure.ts';
import { eraseSavedOf } from '#domains/saved/erasure.ts';
import { eraseSubjectsOf } from '#domains/subjects/erasure.ts';
import { eraseSuggestionsOf } from '#domains/suggestions/erasure.ts';
import { eraseTopicsOf } from '#domains/topics/erasure.ts';
import { eraseAuditTargets, eraseFromAudit } from '#domains/users/audit.ts';
import { deleteCounts } from '#http/limits.ts';
import { deleteJobs, enqueue } from '#jobs/queue.ts';
import { deleteUser, lockDue } from './queries.ts';

/**
 * Erases a user 30 days after the deletion request, in one transaction; false if there is nothing to do. Subjects go
 * before chains and chains before cards, so that no count is updated on a row that is about to be deleted. Photos are
 * dropped by jobs, because other users may show the same ones.
 */
export async function erasePerson(tx: Transaction, userId: number): Promise<boolean> {
  const person = await lockDue(tx, userId);
  if (!person) return false;
  await eraseLearningOf(tx, userId);
  await eraseImportsOf(tx, userId);
  await eraseSavedOf(tx, userId);
  await eraseSuggestionsOf(tx, userId);
  const subjects = await eraseSubjectsOf(tx, userId);
  const chains = await eraseChainsOf(tx, userId);
  const cards = await eraseCardsOf(tx, userId);
  await eraseCommentsOf(tx, userId);
  await eraseLikesOf(tx, userId);
  await eraseTopicsOf(tx, userId);
  await deleteActivityOf(tx, userId);
  await eraseNoticesOf(tx, userId);
  await eraseConnectionsOf(tx, person);
  await eraseContactsOf(tx, person);
  await eraseFeedbackOf(tx, person.email);
  await eraseModerationOf(tx, userId, person.email);
  await eraseAuditTargets(tx, 'subject', subjects.ids);
  await eraseAuditTargets(tx, 'chain', chains.ids);
  await eraseAuditTargets(tx, 'card', cards.ids);
  await eraseFromAudit(tx, userId);
  await deleteEmailsOf(tx, person);
  await deleteJobs(tx, { userId, email: person.email });
  await deleteCounts(tx, [person.email.toLowerCase(), String(userId)]);
  await deleteUser(tx, userId);
  const photoIds = [
    ...subjects.photoIds,
    ...chains.photoIds,
    ...cards.photoIds,
    person.photo_id ?? [],
    person.social_photo_id ?? [],
  ].flat();
  for (const photoId of new Set(photoIds)) await enqueuePhotoDeletion(tx, photoId);
  // One job for all users erased in this run; it runs after their photos are dropped.
  const runAt = new Date(Date.now() + 10 * 60 * 1000);
  await enqueue(tx, 'account.resample', {}, { key: 'account.resample', runAt });
  return true;
}
