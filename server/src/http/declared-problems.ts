import type { Call, CallKey } from '@gyan/contract/call.ts';
import type { ProblemCode } from '@gyan/contract/errors.ts';
import * as z from 'zod/mini';
import { takesKey } from './idempotency.ts';

/** Problems of every call. */
const always: readonly ProblemCode[] = ['uri_too_long', 'too_many_requests', 'internal', 'unavailable'];

/** All problems of a call: those it declares, and those that follow from who may call it and what it accepts. */
export function problemsOf(key: CallKey, call: Call): ProblemCode[] {
  const isRead = key.startsWith('GET ');
  const takesCursor = call.query instanceof z.ZodMiniObject && 'cursor' in call.query.shape;
  return [
    ...new Set<ProblemCode>([
      ...always,
      ...(call.errors ?? []),
      ...admission(call),
      ...refusedTokens(isRead, call),
      ...(call.query || !isRead || call.cache === undefined ? (['invalid_input'] as const) : []),
      ...(takesCursor ? (['invalid_cursor'] as const) : []),
      // A body is parsed even if the call declares none.
      ...(isRead ? [] : (['csrf', 'too_large', 'unsupported_media_type'] as const)),
      ...(takesKey(key, call) ? (['conflict'] as const) : []),
    ]),
  ];
}

function admission({ who, whileSuspended }: Call): ProblemCode[] {
  if (who === 'anyone') return [];
  const session: ProblemCode[] = whileSuspended ? ['unauthenticated'] : ['unauthenticated', 'suspended'];
  if (who === 'signed-in') return session;
  if (who === 'verified') return [...session, 'email_unverified'];
  const ofAll: ProblemCode[] = [...session, 'email_unverified', 'forbidden'];
  return who === 'admin' ? [...ofAll, 'second_factor_required'] : ofAll;
}

/** The problems of calls that API tokens may not make. */
function refusedTokens(isRead: boolean, { who, onlySession }: Call): ProblemCode[] {
  if (who === 'anyone') return [];
  if (onlySession) return ['reauth_required'];
  return isRead ? [] : ['forbidden'];
}
