import { Link } from '#ui/Link.tsx';
import type { TileProps } from './tile.ts';

/** The title's link covers the whole tile. */
export function TileHeading({
  title,
  href,
  headingLevel = 3,
  highlight,
}: Pick<TileProps, 'title' | 'href' | 'headingLevel' | 'highlight'>) {
  const Heading = `h${headingLevel}` as const;
  return (
    <Heading className="tile-title">
      <Link className="tile-link" to={href}>
        {highlight ? highlight(title) : title}
      </Link>
    </Heading>
  );
}
