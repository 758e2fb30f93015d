import type { LikeState } from '@gyan/contract/likes.ts';
import { changeEntity, type EntityRef, setPendingLike } from '#features/entities/store.ts';
import { api } from '#features/session/actions.ts';

type Send = (target: EntityRef, liked: boolean) => Promise<LikeState>;

const send: Send = ({ kind, id }, liked) => {
  if (kind === 'card') return api('PUT /r/post_like', { body: { postId: id, liked } });
  if (kind === 'chain') return api('PUT /r/chapter_like', { body: { chapterId: id, liked } });
  return api('PUT /r/subject_like', { body: { subjectId: id, liked } });
};

/** The last press by target, while a request for that target is running. */
const running = new Map<string, boolean>();

/**
 * Optimistic update. One request per target runs at a time; of the presses made meanwhile only the last is sent.
 * Throws and rolls back when a request fails.
 */
export async function setLiked(target: EntityRef, liked: boolean, sendLike: Send = send): Promise<void> {
  const key = `${target.kind} ${target.id}`;
  const isRunning = running.has(key);
  running.set(key, liked);
  setPendingLike(target, liked);
  if (isRunning) return;
  try {
    let sent: boolean | undefined;
    while (running.get(key) !== sent) {
      sent = running.get(key) === true;
      // Its answer decides whether another request is needed.
      // oxlint-disable-next-line no-await-in-loop
      changeEntity(target, await sendLike(target, sent));
    }
  } finally {
    running.delete(key);
    setPendingLike(target, undefined);
  }
}
