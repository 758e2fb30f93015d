import type { LikeState } from '@gyan/contract/likes.ts';
import { describe, expect, it } from 'vitest';
import { type LikeTarget, setLiked, shownLikes } from './like-queue.ts';

const target: LikeTarget = { kind: 'card', id: 7 };

/** A server that answers when it is told to. */
function slowServer(likeCount: number) {
  const asked: { liked: boolean; answer: () => void; fail: () => void }[] = [];
  const send = (_: LikeTarget, liked: boolean) =>
    new Promise<LikeState>((resolve, reject) => {
      asked.push({
        liked,
        answer: () => resolve({ likedByViewer: liked, likeCount: likeCount + (liked ? 1 : 0) }),
        fail: () => reject(new Error('away')),
      });
    });
  return { asked, send };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('what is shown of likes', () => {
  const truth = { likeCount: 4, likedByViewer: false };

  it('is the server’s word when nobody wishes otherwise', () => {
    expect(shownLikes(truth, undefined)).toEqual(truth);
    expect(shownLikes(truth, false)).toEqual(truth);
  });

  it('counts a wish once', () => {
    expect(shownLikes(truth, true)).toEqual({ likeCount: 5, likedByViewer: true });
    expect(shownLikes({ likeCount: 5, likedByViewer: true }, true)).toEqual({
      likeCount: 5,
      likedByViewer: true,
    });
  });

  it('never falls below zero', () => {
    expect(shownLikes({ likeCount: 0, likedByViewer: true }, false).likeCount).toBe(0);
  });
});

describe('somebody who presses Like', () => {
  it('many times is sent at most twice, and ends where they ended', async () => {
    const { asked, send } = slowServer(4);
    const truths: LikeState[] = [];
    const done = setLiked(target, true, (truth) => truths.push(truth), send);
    for (const liked of [false, true, false]) await setLiked(target, liked, () => undefined, send);
    expect(asked.map(({ liked }) => liked)).toEqual([true]);
    asked[0]?.answer();
    await settle();
    expect(asked.map(({ liked }) => liked)).toEqual([true, false]);
    asked[1]?.answer();
    await done;
    expect(truths.at(-1)).toEqual({ likeCount: 4, likedByViewer: false });
  });

  it('and ends where the first press went is sent once', async () => {
    const { asked, send } = slowServer(4);
    const done = setLiked(target, true, () => undefined, send);
    await setLiked(target, false, () => undefined, send);
    await setLiked(target, true, () => undefined, send);
    asked[0]?.answer();
    await done;
    expect(asked).toHaveLength(1);
  });

  it('while the server is away is told, and can press again', async () => {
    const { asked, send } = slowServer(4);
    const done = setLiked(target, true, () => undefined, send);
    asked[0]?.fail();
    await expect(done).rejects.toThrow('away');
    const again = setLiked(target, true, () => undefined, send);
    asked[1]?.answer();
    await again;
    expect(asked.map(({ liked }) => liked)).toEqual([true, true]);
  });
});
