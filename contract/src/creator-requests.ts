import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { CurrentPassword } from './credentials.ts';
import { lengths } from './limits.ts';
import { PageQuery, pageAnswer } from './page.ts';
import { Flag, IdInput, Nanoseconds } from './scalars.ts';
import { optionalText } from './text.ts';
import { UserModel } from './users.ts';

/** A user's request for the creator role. */
export const CreatorRequestModel = z.object({
  userModel: UserModel,
  message: z.nullish(z.string()),
  createdAt: Nanoseconds,
});
export type CreatorRequestModel = z.infer<typeof CreatorRequestModel>;

export const CreatorRequestForm = z.object({
  message: optionalText({ label: 'Message', max: lengths.message, lines: 'many' }),
});

const tag = 'Creator requests';

export const creatorRequestCalls = defineCalls({
  'POST /r/creator_request': {
    summary: 'Ask to become a creator',
    tag,
    who: 'verified',
    body: CreatorRequestForm,
    answer: z.object({ creatorRequestModel: CreatorRequestModel }),
    errors: ['conflict'],
  },
  'GET /r/creator_requests': {
    summary: 'Requests that wait for a decision, oldest first',
    tag,
    who: 'admin',
    query: PageQuery,
    answer: z.object({ creatorRequestModelVec: z.array(CreatorRequestModel), ...pageAnswer }),
  },
  'PUT /r/creator_request': {
    summary: 'Grant or decline a request; granting asks for the password or a factor again',
    tag,
    who: 'admin',
    onlySession: true,
    body: z.object({ userId: IdInput, granted: Flag, currentPasswd: CurrentPassword }),
    answer: z.object({ userModel: UserModel }),
    errors: ['not_found', 'reauth_required'],
  },
});
