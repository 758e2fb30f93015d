import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { PageQuery, pageAnswer } from './page.ts';
import { FlagText, Id, Nanoseconds } from './scalars.ts';
import { UserModel } from './users.ts';

/** What an admin did, to what; or that somebody signed in, or failed to. */
export const AuditModel = z.object({
  id: Id,
  createdAt: Nanoseconds,
  /** Absent once the account is erased, for what the operator's commands do, and for a sign-in that failed. */
  actorModel: z.nullish(UserModel),
  action: z.string(),
  targetKind: z.nullish(z.string()),
  targetId: z.nullish(Id),
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
