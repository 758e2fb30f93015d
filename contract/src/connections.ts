import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { Email, token } from './credentials.ts';
import { lengths } from './limits.ts';
import { PageQuery, pageAnswer } from './page.ts';
import { Done, Id, IdInput, idOr, Nanoseconds } from './scalars.ts';
import { UserModel } from './users.ts';

export const ConnModel = z.object({ connectionModel: UserModel, createdAt: Nanoseconds });
export type ConnModel = z.infer<typeof ConnModel>;

export const ConnReqModel = z.object({
  /** The other user of the request; absent while an invited e-mail address has no account. */
  userModel: z.nullish(UserModel),
  /** The invited e-mail address; only the inviting user sees it. */
  emailId: z.nullish(z.string()),
  connectionReqId: Id,
  createdAt: Nanoseconds,
});
export type ConnReqModel = z.infer<typeof ConnReqModel>;

const onePerson = 'Name one person, by id or by e-mail address';

export const ConnectionForm = z
  .object({ receivingUserId: z.optional(IdInput), receivingUserEmailId: z.optional(Email) })
  .check(
    z.refine((to) => (to.receivingUserId === undefined) !== (to.receivingUserEmailId === undefined), {
      error: onePerson,
      path: ['receivingUserId'],
    }),
  );

const tag = 'Connections';
const requestsAnswer = z.object({ connReqModelVec: z.array(ConnReqModel), ...pageAnswer });

export const connectionCalls = defineCalls({
  /** With an e-mail address this is an invitation and counts against that limit too. */
  'POST /r/connreq': {
    summary: 'Ask another user to connect',
    tag,
    who: 'verified',
    body: ConnectionForm,
    answer: z.object({
      connectionReqId: Id,
      /** The other user had already sent a request. */
      connected: z.optional(z.boolean()),
      sentConnRequest: z.optional(z.boolean()),
    }),
    errors: ['not_found', 'conflict', 'too_many_requests', 'new_account_limit', 'new_account_invite'],
  },
  'DELETE /r/connreq': {
    summary: 'Withdraw my request, or quietly decline one to me',
    tag,
    who: 'verified',
    query: z.object({ connectionReqId: IdInput }),
    answer: Done,
    errors: ['not_found'],
  },
  'PUT /r/acceptconnreq': {
    summary: 'Accept a request, by its id or by the token of a mailed link',
    tag,
    who: 'verified',
    body: z.object({ connectionReqId: idOr('Not a valid request', lengths.token) }),
    answer: z.object({ sendingUserModel: UserModel, receivingUserModel: UserModel }),
    errors: ['not_found', 'token_invalid'],
  },
  /** A POST, so that the token stays out of access logs. */
  'POST /invitation': {
    summary: 'Who sent an invitation or a request, by the token of a mailed link',
    tag,
    who: 'anyone',
    body: z.object({ token: token('The link of the e-mail is required') }),
    answer: z.object({ sendingUserModel: UserModel }),
    errors: ['token_invalid'],
  },
  'GET /r/connections': {
    summary: 'The people I am connected to',
    tag,
    who: 'verified',
    query: PageQuery,
    answer: z.object({ connModelVec: z.array(ConnModel), ...pageAnswer }),
  },
  'DELETE /r/connection': {
    summary: 'End a connection',
    tag,
    who: 'verified',
    query: z.object({ userId: IdInput }),
    answer: Done,
    errors: ['not_found'],
  },
  'GET /r/rcvdconnreqs': {
    summary: 'Requests to me that wait for an answer',
    tag,
    who: 'verified',
    query: PageQuery,
    answer: requestsAnswer,
  },
  'GET /r/sentconnreqs': {
    summary: 'Requests of mine that wait for an answer',
    tag,
    who: 'verified',
    query: PageQuery,
    answer: requestsAnswer,
  },
});
