import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { PageQuery, pageAnswer } from './page.ts';
import { FlagText, Id, Nanoseconds } from './scalars.ts';
import { UserModel } from './users.ts';

/** An action of an admin and its target, or a sign-in, successful or failed. */
export const AuditModel = z.object({
  id: Id,
  createdAt: Nanoseconds,
  /** Absent once the account is erased, for the operator's commands, and for a failed sign-in. */
  actorModel: z.nullish(UserModel),
  action: z.string(),
  targetKind: z.nullish(z.string()),
  targetId: z.nullish(Id),
  /** The title or name of the target as it is now; absent if the target is gone. */
  targetName: z.nullish(z.string()),
  detail: z.nullish(z.string()),
});
export type AuditModel = z.infer<typeof AuditModel>;

export const auditCalls = defineCalls({
  'GET /r/audit': {
    summary: 'What admins did, and sign-ins of ninety days, newest first',
    tag: 'Audit',
    who: 'admin',
    /** `signIns=true` lists sign-ins only, `false` everything else. */
    query: z.extend(PageQuery, { signIns: z.optional(FlagText) }),
    answer: z.object({ auditModelVec: z.array(AuditModel), ...pageAnswer }),
  },
});
