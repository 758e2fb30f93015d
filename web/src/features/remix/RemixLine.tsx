import type { Original } from '#features/cards/card-view.ts';
import { Link } from '#ui/Link.tsx';

/** Names the original of a copy. */
export function RemixLine({ of }: { of: Original | null | undefined }) {
  if (!of) return null;
  return (
    <p className="quiet">
      Remix of{' '}
      <Link className="link" to={of.href}>
        {of.title}
      </Link>{' '}
      by{' '}
      <Link className="link" to={of.owner.href}>
        {of.owner.name}
      </Link>
    </p>
  );
}
