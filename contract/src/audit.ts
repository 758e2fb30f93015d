import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { PageQuery, pageAnswer } from './page.ts';
import { Id, Nanoseconds } from './scalars.ts';
import { UserModel } from './users.ts';

/** What an admin did, to what. */
export const AuditModel = z.object({
  id: Id,
  createdAt: Nanoseconds,
  /** Absent once the account is erased, and for what the operator's commands do. */
  actorModel: z.nullish(UserModel),
  action: z.string(),
  targetKind: z.nullish(z.string()),
  targetId: z.nullish(Id),
  detail: z.nullish(z.string()),
});
export type AuditModel = z.infer<typeof AuditModel>;

export const auditCalls = defineCalls({
  'GET /r/audit': {
    summary: 'What admins did, newest first',
    tag: 'Audit',
    who: 'admin',
    query: PageQuery,
    answer: z.object({ auditModelVec: z.array(AuditModel), ...pageAnswer }),
  },
});
