import { SearchX } from 'lucide-react';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';

export function NoResults() {
  return (
    <EmptyState
      icon={<SearchX size={32} aria-hidden="true" />}
      title="Not found any."
      action={
        <div className="empty-buttons">
          <ButtonLink to={paths.trendingCards}>Trending cards</ButtonLink>
          <ButtonLink to={paths.trendingSubjects}>Trending subjects</ButtonLink>
        </div>
      }
    >
      Fewer or other words may find it; the beginning of a word is enough.
    </EmptyState>
  );
}
