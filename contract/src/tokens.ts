import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { CurrentPassword } from './credentials.ts';
import { lengths } from './limits.ts';
import { Done, Id, IdInput, Nanoseconds } from './scalars.ts';
import { requiredText } from './text.ts';

/** `read` allows GET calls only. */
export const TokenScope = z.enum(['read', 'write'], 'Scope must be read or write');
export type TokenScope = z.infer<typeof TokenScope>;

/** An API token, without its secret. */
export const TokenModel = z.object({
  tokenId: Id,
  name: z.string(),
  scope: TokenScope,
  createdAt: Nanoseconds,
  /** To within ten minutes; absent until it is used. */
  lastUsedAt: z.nullish(Nanoseconds),
});
export type TokenModel = z.infer<typeof TokenModel>;

export const TokenForm = z.object({
  name: requiredText({
    label: 'Name of the token',
    max: lengths.tokenName,
    missing: 'Name of the token needs to be specified',
    isName: true,
  }),
  scope: TokenScope,
  /** Not required within ten minutes of sign-in. */
  currentPasswd: CurrentPassword,
});

const row = { tag: 'Tokens', who: 'verified', onlySession: true } as const;

export const tokenCalls = defineCalls({
  'GET /r/tokens': {
    ...row,
    summary: 'My API tokens, newest first',
    answer: z.object({ tokenModelVec: z.array(TokenModel) }),
  },
  'POST /r/tokens': {
    ...row,
    summary: 'Create an API token; only this answer holds it',
    body: TokenForm,
    answer: z.object({ token: z.string(), tokenModel: TokenModel }),
    answersSecret: true,
    errors: ['reauth_required', 'conflict'],
    limit: 'signIn',
  },
  'DELETE /r/token': {
    ...row,
    summary: 'Delete one of my API tokens; it ends at once',
    query: z.object({ tokenId: IdInput }),
    answer: Done,
    errors: ['not_found'],
  },
});
