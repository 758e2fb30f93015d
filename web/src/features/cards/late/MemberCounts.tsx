import { shownLikes, useLikeWish } from '#features/likes/like-queue.ts';
import { commentText, likeText } from '#features/marks/text.ts';
import { QueryScope } from '#lib/QueryScope.tsx';
import type { CardDetail } from '../read-card.ts';
import { type CardSight, useSeenCard } from './seen-card.ts';

interface MemberCountsProps {
  userId: number;
  card: CardDetail;
}

export function MemberCounts({ userId, card }: MemberCountsProps) {
  return (
    <QueryScope>
      <Counts sight={{ userId, cardId: card.id }} card={card} />
    </QueryScope>
  );
}

function Counts({ sight, card }: { sight: CardSight; card: CardDetail }) {
  const seen = useSeenCard(sight).data;
  const wish = useLikeWish({ kind: 'card', id: card.id });
  const likes = seen ? shownLikes(seen, wish).likeCount : card.likeCount;
  return [likeText(likes), commentText(seen?.commentCount ?? card.commentCount)].filter(Boolean).join(' · ');
}
