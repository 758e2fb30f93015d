import { paths } from '#lib/paths.ts';
import { Link } from '#ui/Link.tsx';
import { type Mention, splitMentions } from './mentions.ts';

interface CommentTextProps {
  text: string;
  mentions: readonly Mention[];
}

/** A comment's text, with a link for each user it names. */
export function CommentText({ text, mentions }: CommentTextProps) {
  return (
    <p className="comment-text">
      {splitMentions(text, mentions).map((part, index) =>
        typeof part === 'string' ? (
          part
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- the same user can be named twice
          <Link key={index} className="mention" to={paths.profile(part.userId)}>
            @{part.name}
          </Link>
        ),
      )}
    </p>
  );
}
