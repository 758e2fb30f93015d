import './cards.css';
import { paths } from '#lib/paths.ts';
import { Link } from '#ui/Link.tsx';

/** The card's tags, each a link to a search. */
export function CardTags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul className="card-tags" aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag}>
          <Link to={paths.search(`#${tag}`)}>#{tag}</Link>
        </li>
      ))}
    </ul>
  );
}
