import { Sparkles } from 'lucide-react';
import { GreatTag } from '#features/tiles/GreatTag.tsx';
import { commentText, likeText } from '#features/tiles/text.ts';
import { VisibilityTag } from '#features/tiles/VisibilityTag.tsx';
import { relativeTime } from '#lib/relative-time.ts';
import { useNow } from '#lib/use-now.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Link } from '#ui/Link.tsx';
import { Tag } from '#ui/Tag.tsx';
import type { CardDetail } from './card-detail.ts';

/** The owner, the date, the counts and the labels of an open card. */
export function CardByline({ card }: { card: Omit<CardDetail, 'chains' | 'comments'> }) {
  const now = useNow();
  const counts = [likeText(card.likeCount), commentText(card.commentCount)].filter(Boolean).join(' · ');
  return (
    <div className="byline">
      <Link className="byline-owner" to={card.owner.href}>
        <Avatar size="sm" name={card.owner.name} photoUrl={card.owner.photoUrl} />
        {card.owner.name}
      </Link>
      <time dateTime={new Date(card.createdAt).toISOString()}>
        {relativeTime((now - card.createdAt) / 1000)}
      </time>
      {counts && <span>{counts}</span>}
      {card.great && <GreatTag />}
      <VisibilityTag visibility={card.visibility} explained />
      {card.ai && (
        <Tag tone="accent" icon={<Sparkles size={14} aria-hidden="true" />}>
          {card.ai.model ? `AI · ${card.ai.model}` : 'AI'}
        </Tag>
      )}
    </div>
  );
}
