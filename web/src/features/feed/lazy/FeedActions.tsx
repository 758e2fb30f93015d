import { BookOpen, MessageCircle } from 'lucide-react';
import { ShareButton } from '#features/cards/ShareButton.tsx';
import { LikeButton } from '#features/likes/LikeButton.tsx';
import { SaveButton } from '#features/saved/SaveButton.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import type { ContentView } from '../feed-view.ts';
import { useContent } from '../use-content.ts';

const look = { variant: 'quiet', size: 'sm' } as const;

/** The row below every entry. Chains and subjects have no comments. */
export function FeedActions({ content }: { content: ContentView }) {
  const { kind, title, href } = useContent(content);
  return (
    <div className="feed-actions">
      <LikeButton target={content} of={title} {...look} />
      {kind === 'card' ? (
        <ButtonLink
          {...look}
          to={`${href}#comments`}
          aria-label={`Comment on ${title}`}
          icon={<MessageCircle size={20} aria-hidden="true" />}
        >
          Comment
        </ButtonLink>
      ) : (
        <ButtonLink
          {...look}
          to={href}
          aria-label={`Read ${title}`}
          icon={<BookOpen size={20} aria-hidden="true" />}
        >
          Read
        </ButtonLink>
      )}
      <ShareButton title={title} path={href} named {...look} />
      <SaveButton target={{ kind, id: content.id, title }} place="feed" />
    </div>
  );
}
