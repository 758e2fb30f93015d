import { LikeButton } from '#features/likes/LikeButton.tsx';
import { setLiked, shownLikes, useLikeWish } from '#features/likes/like-queue.ts';
import { ApiProblem } from '#lib/api-problem.ts';
import { QueryScope } from '#lib/QueryScope.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import { type ThingSight, useSeenThing, useSeenThingWrites } from './seen-thing.ts';

export function ThingLike({ sight }: { sight: ThingSight }) {
  return (
    <QueryScope>
      <Like sight={sight} />
    </QueryScope>
  );
}

function Like({ sight }: { sight: ThingSight }) {
  const seen = useSeenThing(sight).data;
  const writes = useSeenThingWrites(sight);
  const wish = useLikeWish(sight);
  if (!seen) return <LikeButton liked={false} />;
  const { likedByViewer: liked } = shownLikes(seen, wish);

  const toggle = async () => {
    try {
      await setLiked(sight, !liked, writes.put);
    } catch (error) {
      const reason = error instanceof ApiProblem ? error.detail : 'Please try again.';
      queueToast({
        tone: 'danger',
        text: `${liked ? 'Your like was not taken back.' : 'Your like did not arrive.'} ${reason}`,
      });
      await writes.again();
    }
  };
  return <LikeButton liked={liked} onToggle={seen.can.like ? () => void toggle() : undefined} />;
}
