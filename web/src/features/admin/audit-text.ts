import type { AuditModel } from '@gyan/contract/audit.ts';
import { Role } from '@gyan/contract/scalars.ts';
import { roleNames } from '#features/users/roles.ts';

/** `{}` stands for the name of the target. */
const sentences: Record<string, string> = {
  'role.set': 'changed the role of {}',
  'creator_request.grant': 'granted creator access to {}',
  'creator_request.decline': 'declined the creator request of {}',
  'list.put': 'changed the list of {}',
  'list.take': 'changed the list of {}',
  'topic.create': 'created the topic {}',
  'topic.edit': 'edited the topic {}',
  'topic.retire': 'retired the topic {}',
  'topic.offer': 'offered the topic {} again',
  'card.post_as': 'posted the card {} for another user',
  'card.edit': 'edited the card {}',
  'card.decline_suggestion': 'declined a suggestion for the card {}',
  'card.delete': 'deleted the card {}',
  'card.lock': 'locked the card {}',
  'card.unlock': 'unlocked the card {}',
  'moderation.dismiss': 'dismissed the reports on {}',
  'moderation.hide': 'hid {}',
  'moderation.restore': 'showed {} again',
  'moderation.lock': 'locked the card {}',
  'moderation.unlock': 'unlocked the card {}',
  'moderation.mark_ai': 'labelled the card {} as made by AI',
  'moderation.warn': 'warned the person because of {}',
  'moderation.suspend': 'suspended the person because of {}',
  'moderation.lift': 'lifted the suspension because of {}',
  'case.claim': 'claimed the case of {}',
  'case.release': 'released the case of {}',
  'appeal.uphold': 'took a decision about {} back after an appeal',
  'appeal.decline': 'declined an appeal of {}',
  'user.note': 'wrote a note about {}',
  'comment.delete': 'deleted a comment on the card {}',
  'chain.load': 'loaded the chain {}',
  'chain.edit': 'edited the chain {}',
  'chain.delete': 'deleted the chain {}',
  'chain.put_card': 'put a card into the chain {}',
  'chain.take_card': 'took a card out of the chain {}',
  'subject.edit': 'edited the subject {}',
  'subject.delete': 'deleted the subject {}',
  'subject.put_chain': 'put a chapter into the subject {}',
  'subject.take_chain': 'took a chapter out of the subject {}',
};

const roleName = (word: string) => {
  const role = Role.safeParse(word);
  return role.success ? roleNames[role.data] : word;
};

type Entry = Pick<AuditModel, 'action' | 'targetKind' | 'detail'>;

/** The recorded values: `was: kRegular, role: kCreator`. */
const factsOf = ({ detail }: Entry) =>
  new Map(detail?.split(', ').map((fact) => fact.split(': ', 2) as [string, string]));

function sentenceOf(entry: Entry): string {
  const { action, targetKind, detail } = entry;
  const facts = factsOf(entry);
  if (action.endsWith('.rate')) {
    return `marked the ${targetKind} {} as ${facts.get('quality') === 'kQualityGreat' ? 'great' : 'regular'}`;
  }
  const known = sentences[action];
  const [was, role] = [facts.get('was'), facts.get('role')];
  if (known && was && role) return `${known}: from ${roleName(was)} to ${roleName(role)}`;
  if (known) return known;
  const words = action.replaceAll(/[._]/g, ' ');
  return `did “${words}” to the ${targetKind ?? 'item'} {}${detail ? ` (${detail})` : ''}`;
}

/** What an admin did, as the text before and after the name of the target. */
export function auditSentence(entry: Entry): { before: string; after: string } {
  const [before = '', after = ''] = sentenceOf(entry).split('{}');
  return { before, after };
}
