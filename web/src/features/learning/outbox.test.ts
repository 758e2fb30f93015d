import type { ReviewInput } from '@gyan/contract/learning.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ApiProblem } from '#lib/api-problem.ts';
import { createOutbox, type OutboxDeps, type Stored } from './outbox.ts';

let storedText: string | null;
let sent: string[];
let failure: Error | undefined;
let refused: Set<string>;
let signedIn: boolean;

const outboxOf = (deps: Partial<OutboxDeps> = {}) =>
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
      return { memory: null };
    },
    isSignedIn: () => signedIn,
    exclusively: (work) => work(),
    ...deps,
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
  [storedText, sent, failure, refused, signedIn] = [null, [], undefined, new Set(), true];
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

  it.each([401, 403, 404, 429, 503])('stay when the server answers %d', async (status) => {
    const outbox = outboxOf();
    outbox.add(review('a'));
    failure = new ApiProblem({ status, code: 'unavailable', detail: 'Later.' });
    await expect(outbox.flush()).rejects.toThrow('Later.');
    failure = undefined;
    await outbox.flush();
    expect(sent).toEqual(['a']);
  });

  it('wait while another user is signed in', async () => {
    const outbox = outboxOf();
    outbox.add(review('a'));
    signedIn = false;
    await outbox.flush();
    expect(sent).toEqual([]);
    signedIn = true;
    await outbox.flush();
    expect(sent).toEqual(['a']);
  });

  it('do not block the others when one of them is refused', async () => {
    const outbox = outboxOf();
    refused = new Set(['b']);
    for (const id of ['a', 'b', 'c']) outbox.add(review(id));
    await outbox.flush();
    expect(sent).toEqual(['a', 'c']);
    expect(outbox.isEmpty()).toBe(true);
  });

  it('are kept in memory where storage is forbidden', async () => {
    const forbidden = () => {
      throw new Error('forbidden');
    };
    const outbox = outboxOf({ read: forbidden, write: forbidden });
    outbox.add(review('a'));
    outbox.add(review('b'));
    await outbox.flush();
    expect(sent).toEqual(['a', 'b']);
    expect(outbox.isEmpty()).toBe(true);
  });

  it('are kept in memory when storage is full', async () => {
    let isFull = false;
    const outbox = outboxOf({
      write: (text) => {
        if (isFull) throw new Error('full');
        storedText = text;
      },
    });
    outbox.add(review('a'));
    isFull = true;
    outbox.add(review('b'));
    isFull = false;
    await outbox.flush();
    expect(sent).toEqual(['a', 'b']);
    expect(outbox.isEmpty()).toBe(true);
  });
});
