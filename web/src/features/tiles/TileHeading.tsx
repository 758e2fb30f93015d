import { Link } from '#ui/Link.tsx';
import type { TileProps } from './tile.ts';

/** The title's link covers the whole tile. */
export function TileHeading({
  title,
  href,
  headingLevel = 3,
  mark,
}: Pick<TileProps, 'title' | 'href' | 'headingLevel' | 'mark'>) {
  const Heading = `h${headingLevel}` as const;
  return (
    <Heading className="tile-title">
      <Link className="tile-link" to={href}>
        {mark ? mark(title) : title}
      </Link>
    </Heading>
  );
}
