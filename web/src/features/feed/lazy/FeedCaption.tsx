import { Avatar } from '#ui/Avatar.tsx';
import { Link } from '#ui/Link.tsx';
import type { FeedEntry } from './feed-entry.ts';

/** Why an entry is in the feed: “Meera and 3 others liked this card”. */
export function FeedCaption({ actor, others, otherCount, activity }: FeedEntry) {
  const [other] = others;
  return (
    <span className="feed-caption">
      <span className="feed-faces">
        {[actor, ...others].map(({ href, name, photoUrl }) => (
          <Avatar key={href} size="xs" name={name} photoUrl={photoUrl} />
        ))}
      </span>
      <span>
        <Link className="feed-actor" to={actor.href}>
          {actor.name}
        </Link>
        {otherCount === 1 && other && (
          <>
            {' and '}
            <Link className="feed-actor" to={other.href}>
              {other.name}
            </Link>
          </>
        )}
        {otherCount > 1 && ` and ${otherCount} others`} {activity}
      </span>
    </span>
  );
}
