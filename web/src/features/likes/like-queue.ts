import type { LikeState } from '@gyan/contract/likes.ts';
import { useSyncExternalStore } from 'react';
import { api } from '#features/session/actions.ts';

export interface LikeTarget {
  kind: 'card' | 'chain' | 'subject';
  id: number;
}

/** What somebody has pressed and the server has not confirmed yet. */
const wishes = new Map<string, boolean>();
const flying = new Set<string>();
const listeners = new Set<() => void>();

const keyOf = ({ kind, id }: LikeTarget) => `${kind} ${id}`;

function changed() {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function useLikeWish(target: LikeTarget): boolean | undefined {
  const key = keyOf(target);
  return useSyncExternalStore(
    subscribe,
    () => wishes.get(key),
    () => undefined,
  );
}

/** What to show while a wish is on its way: the server's last word and the difference the wish makes. */
export function shownLikes(truth: LikeState, wish: boolean | undefined): LikeState {
  if (wish === undefined || wish === truth.likedByViewer) return truth;
  return { likedByViewer: wish, likeCount: Math.max(0, truth.likeCount + (wish ? 1 : -1)) };
}

type Send = (target: LikeTarget, liked: boolean) => Promise<LikeState>;

const send: Send = ({ kind, id }, liked) => {
  if (kind === 'card') return api('PUT /r/post_like', { body: { postId: id, liked } });
  if (kind === 'chain') return api('PUT /r/chapter_like', { body: { chapterId: id, liked } });
  return api('PUT /r/subject_like', { body: { subjectId: id, liked } });
};

/**
 * Shows the wish at once and sends it. One request at a time: whoever presses again meanwhile changes the wish, and only
 * the last one is sent after. Fails, and forgets the wish, when the server did not take it.
 */
export async function setLiked(
  target: LikeTarget,
  liked: boolean,
  onTruth: (truth: LikeState) => void,
  sendLike: Send = send,
): Promise<void> {
  const key = keyOf(target);
  wishes.set(key, liked);
  changed();
  if (flying.has(key)) return;
  flying.add(key);
  try {
    let sent: boolean | undefined;
    for (let wish = wishes.get(key); wish !== undefined && wish !== sent; wish = wishes.get(key)) {
      sent = wish;
      // Each answer decides whether there is anything left to send.
      // oxlint-disable-next-line no-await-in-loop
      onTruth(await sendLike(target, wish));
    }
  } finally {
    flying.delete(key);
    wishes.delete(key);
    changed();
  }
}
