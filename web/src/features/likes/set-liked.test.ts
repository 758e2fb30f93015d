import type { PostModel } from '@gyan/contract/cards.ts';
import type { LikeState } from '@gyan/contract/likes.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { type EntityRef, entitiesOfRequest, getEntity } from '#features/entities/store.ts';
import { setLiked } from './set-liked.ts';

const target: EntityRef<'card'> = { kind: 'card', id: 7 };
const can = { edit: false, delete: false, lock: false, rate: false, comment: true, like: true };
const card = { id: 7, title: 'Dew', likeCount: 4, likedByViewer: false, can } as PostModel;
const shown = () => {
  const { likeCount, likedByViewer } = getEntity('card', 7) ?? {};
  return { likeCount, likedByViewer };
};

/** A server that answers when the test tells it to. */
function slowServer(likeCount: number) {
  const requests: { liked: boolean; answer: () => void; fail: () => void }[] = [];
  const send = (_: EntityRef, liked: boolean) =>
    new Promise<LikeState>((resolve, reject) => {
      requests.push({
        liked,
        answer: () => resolve({ likedByViewer: liked, likeCount: likeCount + (liked ? 1 : 0) }),
        fail: () => reject(new Error('away')),
      });
    });
  return { requests, send };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => entitiesOfRequest(false)({ postModel: card }));

describe('a user who presses Like', () => {
  it('sees it at once, and the server’s count at the end', async () => {
    const { requests, send } = slowServer(9);
    const done = setLiked(target, true, send);
    expect(shown()).toEqual({ likeCount: 5, likedByViewer: true });
    requests[0]?.answer();
    await done;
    expect(shown()).toEqual({ likeCount: 10, likedByViewer: true });
  });

  it('many times sends at most two requests, and ends at the last press', async () => {
    const { requests, send } = slowServer(4);
    const done = setLiked(target, true, send);
    for (const liked of [false, true, false]) await setLiked(target, liked, send);
    expect(requests.map(({ liked }) => liked)).toEqual([true]);
    requests[0]?.answer();
    await settle();
    expect(requests.map(({ liked }) => liked)).toEqual([true, false]);
    requests[1]?.answer();
    await done;
    expect(shown()).toEqual({ likeCount: 4, likedByViewer: false });
  });

  it('and ends where the first press went sends one request', async () => {
    const { requests, send } = slowServer(4);
    const done = setLiked(target, true, send);
    await setLiked(target, false, send);
    await setLiked(target, true, send);
    requests[0]?.answer();
    await done;
    expect(requests).toHaveLength(1);
  });

  it('while the server is away sees the state before, and can press again', async () => {
    const { requests, send } = slowServer(4);
    const done = setLiked(target, true, send);
    requests[0]?.fail();
    await expect(done).rejects.toThrow('away');
    expect(shown()).toEqual({ likeCount: 4, likedByViewer: false });
    const again = setLiked(target, true, send);
    requests[1]?.answer();
    await again;
    expect(requests.map(({ liked }) => liked)).toEqual([true, true]);
  });
});
