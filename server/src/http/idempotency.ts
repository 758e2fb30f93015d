import { createHash } from 'node:crypto';
import type { Call, CallKey } from '@gyan/contract/call.ts';
import type { CallName, Calls } from '@gyan/contract/calls.ts';
import type { FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import { type Database, type Db, joinTransaction, type Transaction, type TransactionalDb } from '#db/pool.ts';
import type { Jobs } from '#jobs/queue.ts';
import { ProblemError } from './problems.ts';

/** A request that may be repeated: the same key of the same user means the same request. */
export interface KeyedRequest {
  userId: number;
  key: string;
  call: CallKey;
  bodyHash: Buffer;
}

const header = 'idempotency-key';
const badKey = 'An Idempotency-Key has 1 to 255 visible ASCII characters.';

/** The headers of a call that takes a key; all others are allowed. */
export const KeyHeaders = z.looseObject({
  [header]: z.optional(z.string(badKey).check(z.regex(/^[\x21-\x7e]{1,255}$/, badKey))),
});

/** The calls for which `takesKey` is true, for the compiler. */
export type KeyedCall = {
  [K in CallName]: K extends `POST ${string}`
    ? Calls[K] extends
        | { who: 'anyone' }
        | { alsoAnswers: readonly string[] }
        | { answersSecret: true }
        | { upload: string }
      ? never
      : K
    : never;
}[CallName];

/** True for a POST by a signed-in user, unless it takes a file or can answer with a file or a secret. */
export function takesKey(
  key: CallKey,
  { who, alsoAnswers, answersSecret, upload }: Pick<Call, 'who' | 'alsoAnswers' | 'answersSecret' | 'upload'>,
): boolean {
  return (
    key.startsWith('POST ') &&
    who !== 'anyone' &&
    alsoAnswers === undefined &&
    !answersSecret &&
    upload === undefined
  );
}

/** Undefined without an `Idempotency-Key`. */
export function readKeyed(call: CallKey, request: FastifyRequest): KeyedRequest | undefined {
  const key = request.headers[header];
  if (typeof key !== 'string' || !request.viewer) return undefined;
  const bodyHash = createHash('sha256')
    .update(JSON.stringify([request.query, request.body], shortened))
    .digest();
  return { userId: request.viewer.userId, key, call, bodyHash };
}

/** Replaces long texts by their hash, which is faster than to serialise them as JSON. */
function shortened(_name: string, value: unknown): unknown {
  const isLong = typeof value === 'string' && value.length > 10_000;
  return isLong ? { sha256: createHash('sha256').update(value).digest('hex') } : value;
}

/** Another request has committed with this key. */
class KeyTakenError extends Error {
  override name = 'KeyTakenError';
}

/**
 * Claims the key, runs `write` and stores its answer in one transaction: after a crash all of it exists, or nothing. If
 * another request with this key commits first, answers what that one stored.
 */
export async function writeOnce(
  db: Database,
  request: KeyedRequest,
  write: (db: TransactionalDb) => Promise<string>,
): Promise<string> {
  try {
    return await db.transaction(async (tx) => {
      await claimKey(tx, request);
      const answer = await write(joinTransaction(tx));
      await storeAnswer(tx, request, answer);
      return answer;
    });
  } catch (error) {
    if (!(error instanceof KeyTakenError)) throw error;
    const first = await findAnswer(db, request);
    if (first === undefined)
      throw new ProblemError('unavailable', undefined, { retryAfter: 1, cause: error });
    return first;
  }
}

/** The answer stored for this key; throws if the key was used for a different request. */
export async function findAnswer(
  db: Db,
  { userId, key, call, bodyHash }: KeyedRequest,
): Promise<string | undefined> {
  const [row] = await db.query<{ call: string; body_hash: Buffer; answer: string }>(sql`
    select call, body_hash, answer from idempotency_keys where user_id = ${userId} and key = ${key}`);
  if (!row) return undefined;
  if (row.call !== call || !row.body_hash.equals(bodyHash)) {
    throw new ProblemError('conflict', 'This Idempotency-Key was used for something else already.');
  }
  return row.answer;
}

/** Waits while another transaction holds the key, and takes it if that one rolls back. */
async function claimKey(tx: Transaction, { userId, key, call, bodyHash }: KeyedRequest): Promise<void> {
  const claimed = await tx.query(sql`
    insert into idempotency_keys (user_id, key, call, body_hash)
    values (${userId}, ${key}, ${call}, ${bodyHash})
    on conflict (user_id, key) do nothing
    returning 1 as claimed`);
  if (claimed.length === 0) throw new KeyTakenError('This Idempotency-Key is taken.');
}

async function storeAnswer(tx: Transaction, { userId, key }: KeyedRequest, answer: string): Promise<void> {
  await tx.query(sql`
    update idempotency_keys set answer = ${answer} where user_id = ${userId} and key = ${key}`);
}

declare module '#jobs/queue.ts' {
  interface JobPayloads {
    'keys.tidy': object;
  }
}

export const keyJobs = {
  /** Clients retry within minutes, so a day is enough. */
  async 'keys.tidy'(_, { db }) {
    await db.query(sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`);
  },
} satisfies Jobs<{ db: Db }>;

export const keyCron = { 'keys.tidy': '23 * * * *' };
