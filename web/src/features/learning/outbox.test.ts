import type { ReviewInput } from '@gyan/contract/learning.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ApiProblem } from '#lib/api-problem.ts';
import { createOutbox, type Stored } from './outbox.ts';

let storedText: string | null;
let sent: string[];
let failure: Error | undefined;
let refused: Set<string>;

const outboxOf = () =>
  createOutbox({
    read: () => storedText,
    write: (text) => {
      storedText = text;
    },
    sendReviews: async (reviews) => {
      if (failure) throw failure;
      if (reviews.some(({ reviewId }) => refused.has(reviewId))) {
        throw new ApiProblem({ status: 400, code: 'invalid_input', detail: 'No.' });
      }
      sent.push(...reviews.map(({ reviewId }) => reviewId));
      return { memoryVec: [], ignored: 0, refusedVec: [] } satisfies Stored;
    },
    sendUndo: async (reviewId) => {
      if (failure) throw failure;
      sent.push(`undo ${reviewId}`);
    },
    exclusively: (work) => work(),
  });

const review = (reviewId: string): ReviewInput => ({
  reviewId,
  postId: 1,
  grade: 3,
  at: 0,
  zone: 'UTC',
  ms: 1000,
});

beforeEach(() => {
  [storedText, sent, failure, refused] = [null, [], undefined, new Set()];
});

describe('answers of a review', () => {
  it('wait while the connection is away, also over a reload, and are sent once each', async () => {
    failure = new TypeError('Failed to fetch');
    const before = outboxOf();
    for (let n = 1; n <= 10; n += 1) before.add(review(`r${n}`));
    await expect(before.flush()).rejects.toThrow('Failed to fetch');
    expect(sent).toEqual([]);
    failure = undefined;
    const after = outboxOf();
    await after.flush();
    await after.flush();
    expect(sent).toEqual(Array.from({ length: 10 }, (_, n) => `r${n + 1}`));
    expect(after.isEmpty()).toBe(true);
  });

  it('keep their order with what is undone', async () => {
    const outbox = outboxOf();
    outbox.add(review('a'));
    outbox.undo('a');
    outbox.add(review('b'));
    await outbox.flush();
    expect(sent).toEqual(['a', 'undo a', 'b']);
  });

  it('stay when the server is busy or asks to sign in again', async () => {
    const outbox = outboxOf();
    outbox.add(review('a'));
    for (const status of [401, 429, 503]) {
      failure = new ApiProblem({ status, code: 'unavailable', detail: 'Later.' });
      await expect(outbox.flush()).rejects.toThrow('Later.');
      expect(outbox.isEmpty()).toBe(false);
    }
  });

  it('do not block the others when one of them is refused', async () => {
    const outbox = outboxOf();
    refused = new Set(['b']);
    for (const id of ['a', 'b', 'c']) outbox.add(review(id));
    await outbox.flush();
    expect(sent).toEqual(['a', 'c']);
    expect(outbox.isEmpty()).toBe(true);
  });

  it('live in memory where storage is forbidden', async () => {
    const outbox = createOutbox({
      read: () => {
        throw new Error('forbidden');
      },
      write: () => {
        throw new Error('forbidden');
      },
      sendReviews: async (reviews) => {
        sent.push(...reviews.map(({ reviewId }) => reviewId));
        return { memoryVec: [], ignored: 0, refusedVec: [] };
      },
      sendUndo: async () => undefined,
      exclusively: (work) => work(),
    });
    outbox.add(review('a'));
    await outbox.flush();
    expect(sent).toEqual(['a']);
  });
});
