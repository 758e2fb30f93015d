import { paths } from '#lib/paths.ts';
import { Link } from '#ui/Link.tsx';

/** Suggestions for an empty query. */
export function PopularTags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <section aria-labelledby="popular-tags">
      <h2 id="popular-tags" className="search-tags-title">
        Many cards are about
      </h2>
      <ul className="search-tags">
        {tags.map((tag) => (
          <li key={tag}>
            <Link className="search-tag" to={paths.search(`#${tag}`)}>
              #{tag}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
