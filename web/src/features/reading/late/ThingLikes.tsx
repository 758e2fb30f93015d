import { shownLikes, useLikeWish } from '#features/likes/like-queue.ts';
import { likeText } from '#features/marks/text.ts';
import { QueryScope } from '#lib/QueryScope.tsx';
import { type ThingSight, useSeenThing } from './seen-thing.ts';

interface ThingLikesProps {
  sight: ThingSight;
  /** What the page came with. */
  likeCount: number;
}

export function ThingLikes(props: ThingLikesProps) {
  return (
    <QueryScope>
      <Likes {...props} />
    </QueryScope>
  );
}

function Likes({ sight, likeCount }: ThingLikesProps) {
  const seen = useSeenThing(sight).data;
  const wish = useLikeWish(sight);
  return likeText(seen ? shownLikes(seen, wish).likeCount : likeCount) ?? null;
}
