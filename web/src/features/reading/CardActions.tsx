import { ArrowUpRight, MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { LikeButton } from '#features/likes/LikeButton.tsx';
import { SaveButton } from '#features/saved/SaveButton.tsx';
import { useMember, useViewer } from '#features/session/store.ts';
import { commentText } from '#features/tiles/text.ts';
import { Button } from '#ui/Button.tsx';
import { Link } from '#ui/Link.tsx';
import { cardComments, viewerCardFields } from './lazy-parts.ts';
import type { OpenCardView } from './open-card.ts';

interface CardActionsProps {
  card: OpenCardView;
  /** The card's own page. */
  href: string;
}

/** Likes and comments of the open card, in place. */
export function CardActions({ card, href }: CardActionsProps) {
  const viewer = useViewer();
  const member = useMember();
  const [showsComments, setShowsComments] = useState(false);
  const like = <LikeButton target={{ kind: 'card', id: card.id }} of="this card" />;
  return (
    <>
      <div className="open-card-actions">
        {member ? like : viewer.status === 'unknown' && <div className="when-in">{like}</div>}
        {/* The comments read the same, and show the same error. */}
        {member && !showsComments && <viewerCardFields.Component userId={member.userId} cardId={card.id} />}
        <Button
          icon={<MessageCircle size={20} aria-hidden="true" />}
          aria-expanded={showsComments}
          onClick={() => setShowsComments(!showsComments)}
        >
          {commentText(card.commentCount) ?? 'Comment'}
        </Button>
        <SaveButton target={{ kind: 'card', id: card.id, title: card.title }} />
        <Link className="open-card-page" to={href}>
          Open this card’s page
          <ArrowUpRight size={18} aria-hidden="true" />
        </Link>
      </div>
      {showsComments && (
        <cardComments.Component
          user={member}
          cardId={card.id}
          fallback={<div className="comment-box-skeleton" />}
        />
      )}
    </>
  );
}
