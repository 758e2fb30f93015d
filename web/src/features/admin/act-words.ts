import type { AuditModel } from '@gyan/contract/audit.ts';
import { Role } from '@gyan/contract/scalars.ts';
import { roleNames } from '#features/users/roles.ts';

const verbs: Record<string, string> = {
  'role.set': 'changed the role of',
  'creator_request.grant': 'granted creator access to',
  'creator_request.decline': 'declined the creator request of',
};

/** What was done, to be followed by the name of whom or what it was done to. An act without words shows its own name. */
export const verbOf = (action: string) => verbs[action] ?? `did “${action.replaceAll(/[._]/g, ' ')}” to`;

/** What the record adds, with roles by their names. */
export const detailOf = ({ detail }: Pick<AuditModel, 'detail'>) =>
  detail?.replaceAll(/\bk[A-Z]\w+/g, (word) => {
    const role = Role.safeParse(word);
    return role.success ? roleNames[role.data] : word;
  });
