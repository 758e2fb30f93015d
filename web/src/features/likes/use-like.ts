import { type EntityRef, useEntity } from '#features/entities/store.ts';
import { reasonOf } from '#lib/api-problem.ts';
import { queueToast } from '#ui/toast-queue.ts';
import { setLiked } from './set-liked.ts';

/** Whether the viewer likes it; `toggle` is undefined until that is known. */
export function useLike(target: EntityRef): { liked: boolean; toggle: (() => void) | undefined } {
  const entity = useEntity(target.kind, target.id);
  const liked = entity?.likedByViewer ?? false;
  const toggle = async () => {
    try {
      await setLiked(target, !liked);
    } catch (error) {
      queueToast({
        tone: 'danger',
        text: `${liked ? 'Your like was not taken back.' : 'Your like did not arrive.'} ${reasonOf(error)}`,
      });
    }
  };
  const known = entity?.likedByViewer !== undefined && entity.can?.like !== false;
  return { liked, toggle: known ? () => void toggle() : undefined };
}
