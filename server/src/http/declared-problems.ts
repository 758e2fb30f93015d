import type { Call, CallKey } from '@gyan/contract/call.ts';
import type { ProblemCode } from '@gyan/contract/errors.ts';
import * as z from 'zod/mini';
import { takesKey } from './idempotency.ts';

/** Whatever is asked, and by whom. */
const always: readonly ProblemCode[] = ['uri_too_long', 'too_many_requests', 'internal', 'unavailable'];

/** Every problem a call can answer with: what its row names, and what follows from who may call and from what it takes. */
export function problemsOf(key: CallKey, call: Call): ProblemCode[] {
  const isRead = key.startsWith('GET ');
  const takesPlace = call.query instanceof z.ZodMiniObject && 'cursor' in call.query.shape;
  return [
    ...new Set<ProblemCode>([
      ...always,
      ...(call.errors ?? []),
      ...admission(call),
      ...(call.query || !isRead || call.cache !== 'public' ? (['invalid_input'] as const) : []),
      ...(takesPlace ? (['invalid_cursor'] as const) : []),
      // A body is looked at also where none is wanted.
      ...(isRead ? [] : (['csrf', 'too_large', 'unsupported_media_type'] as const)),
      ...(takesKey(key, call) ? (['conflict'] as const) : []),
    ]),
  ];
}

function admission({ who }: Call): ProblemCode[] {
  if (who === 'anyone') return [];
  if (who === 'signed-in') return ['unauthenticated'];
  if (who === 'verified') return ['unauthenticated', 'email_unverified'];
  return ['unauthenticated', 'email_unverified', 'forbidden'];
}
