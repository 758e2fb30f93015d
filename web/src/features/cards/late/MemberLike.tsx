import { LikeButton } from '#features/likes/LikeButton.tsx';
import { setLiked, shownLikes, useLikeWish } from '#features/likes/like-queue.ts';
import { ApiProblem } from '#lib/api-problem.ts';
import { QueryScope } from '#lib/QueryScope.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import { type CardSight, useSeenCard, useSeenCardWrites } from './seen-card.ts';

export function MemberLike({ userId, cardId }: CardSight) {
  return (
    <QueryScope>
      <Like sight={{ userId, cardId }} />
    </QueryScope>
  );
}

function Like({ sight }: { sight: CardSight }) {
  const seen = useSeenCard(sight).data;
  const writes = useSeenCardWrites(sight);
  const target = { kind: 'card', id: sight.cardId } as const;
  const wish = useLikeWish(target);
  if (!seen) return <LikeButton liked={false} />;
  const { likedByViewer: liked } = shownLikes(seen, wish);

  const toggle = async () => {
    try {
      await setLiked(target, !liked, writes.put);
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
