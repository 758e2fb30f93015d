import { createHash } from 'node:crypto';
import type { Call, CallKey } from '@gyan/contract/call.ts';
import type { FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import type { Database, Db, Transaction } from '#db/pool.ts';
import type { Jobs } from '#jobs/queue.ts';
import { ProblemError } from './problems.ts';

/** A request that may come again: the same key of the same person means the same request. */
export interface KeyedRequest {
  userId: number;
  key: string;
  call: CallKey;
  bodyHash: Buffer;
}

const header = 'idempotency-key';
const badKey = 'An Idempotency-Key has 1 to 255 visible ASCII characters.';

/** The headers of a call that takes a key; the others are none of its business. */
export const KeyHeaders = z.looseObject({
  [header]: z.optional(z.string(badKey).check(z.regex(/^[\x21-\x7e]{1,255}$/, badKey))),
});

/** Only what somebody signed in creates is ever asked for twice; a file is not kept. */
export function takesKey(key: CallKey, { who, alsoAnswers }: Pick<Call, 'who' | 'alsoAnswers'>): boolean {
  return key.startsWith('POST ') && who !== 'anyone' && alsoAnswers === undefined;
}

/** What the request's `Idempotency-Key` makes of it. */
export function readKeyed(call: CallKey, request: FastifyRequest): KeyedRequest | undefined {
  const key = request.headers[header];
  if (typeof key !== 'string' || !request.viewer) return undefined;
  const bodyHash = createHash('sha256')
    .update(JSON.stringify([request.query, request.body], shortened))
    .digest();
  return { userId: request.viewer.userId, key, call, bodyHash };
}

/** A long text by its own hash, as pictures are: writing megabytes as JSON first takes three times as long. */
function shortened(_name: string, value: unknown): unknown {
  const isLong = typeof value === 'string' && value.length > 10_000;
  return isLong ? { sha256: createHash('sha256').update(value).digest('hex') } : value;
}

/** Somebody else was first with this key. */
class TakenError extends Error {
  override name = 'TakenError';
}

/**
 * The answer that was given to this key before, or that of `answer`, which is kept in the same transaction as
 * everything `answer` writes: after a crash either both are there or neither.
 */
export async function answerOnce(
  db: Database,
  request: KeyedRequest,
  answer: () => Promise<string>,
): Promise<string> {
  const kept = await findAnswer(db, request);
  if (kept !== undefined) return kept;
  try {
    return await db.together({
      begin: (tx) => claimKey(tx, request),
      work: answer,
      end: (tx, text) => keepAnswer(tx, request, text),
    });
  } catch (error) {
    if (!(error instanceof TakenError)) throw error;
    const first = await findAnswer(db, request);
    if (first === undefined)
      throw new ProblemError('unavailable', undefined, { retryAfter: 1, cause: error });
    return first;
  }
}

async function findAnswer(
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

/** Waits while somebody else holds the key, and takes it if they let it go without an answer. */
async function claimKey(tx: Transaction, { userId, key, call, bodyHash }: KeyedRequest): Promise<void> {
  const claimed = await tx.query(sql`
    insert into idempotency_keys (user_id, key, call, body_hash)
    values (${userId}, ${key}, ${call}, ${bodyHash})
    on conflict (user_id, key) do nothing
    returning 1 as claimed`);
  if (claimed.length === 0) throw new TakenError('This Idempotency-Key is taken.');
}

async function keepAnswer(tx: Transaction, { userId, key }: KeyedRequest, answer: string): Promise<void> {
  await tx.query(sql`
    update idempotency_keys set answer = ${answer} where user_id = ${userId} and key = ${key}`);
}

declare module '#jobs/queue.ts' {
  interface JobPayloads {
    'keys.tidy': object;
  }
}

export const keyJobs = {
  /** Whoever asks again does so soon. */
  async 'keys.tidy'(_, { db }) {
    await db.query(sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`);
  },
} satisfies Jobs<{ db: Db }>;

export const keyCron = { 'keys.tidy': '23 * * * *' };
