import { Link } from 'react-router';
import type { TileProps } from './tile.ts';

/** The title's link covers the whole tile. */
export function TileHeading({
  title,
  href,
  headingLevel = 3,
}: Pick<TileProps, 'title' | 'href' | 'headingLevel'>) {
  const Heading = `h${headingLevel}` as const;
  return (
    <Heading className="tile-title">
      <Link className="tile-link" to={href}>
        {title}
      </Link>
    </Heading>
  );
}
