import type { AuditModel } from '@gyan/contract/audit.ts';
import { Role } from '@gyan/contract/scalars.ts';
import { roleNames } from '#features/users/roles.ts';

const verbs: Record<string, string> = {
  'role.set': 'changed the role of',
  'creator_request.grant': 'granted creator access to',
  'creator_request.decline': 'declined the creator request of',
  'topic.create': 'created',
  'topic.edit': 'changed',
  'topic.retire': 'retired',
  'topic.offer': 'offered again',
};

/** A verb, followed by the name of its target. An unknown action shows its own name. */
export const verbOf = (action: string) => verbs[action] ?? `did “${action.replaceAll(/[._]/g, ' ')}” to`;

const nameOf = (word: string) => {
  const role = Role.safeParse(word);
  return role.success ? roleNames[role.data] : word;
};

/** The details of the record: `was: kRegular, role: kCreator` is a change of role. */
export function detailOf({ detail }: Pick<AuditModel, 'detail'>): string | undefined {
  const facts = new Map(detail?.split(', ').map((fact) => fact.split(': ', 2) as [string, string]));
  const [was, role] = [facts.get('was'), facts.get('role')];
  if (was && role && facts.size === 2) return `from ${nameOf(was)} to ${nameOf(role)}`;
  return detail?.replaceAll(/\bk[A-Z]\w+/g, nameOf);
}
