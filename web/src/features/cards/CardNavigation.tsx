import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link } from '#ui/Link.tsx';
import type { CardPosition, CardStep } from './card-position.ts';
import { useArrowSteps } from './use-arrow-steps.ts';

/** Steps through the chain or subject that the viewer came from, also by arrow keys. */
export function CardNavigation({ place }: { place: CardPosition }) {
  const { previous, next } = place;
  useArrowSteps(previous, next);
  return (
    <nav className="card-navigation" aria-label="Cards in order">
      <Step step={previous} rel="prev" />
      <p className="card-navigation-position">
        <Link className="link" to={place.href}>
          {place.title}
        </Link>
        <span className="quiet">
          {place.position} of {place.count}
        </span>
      </p>
      <Step step={next} rel="next" />
    </nav>
  );
}

const labels = { prev: 'Previous', next: 'Next' };

function Step({ step, rel }: { step: CardStep | null; rel: 'prev' | 'next' }) {
  if (!step) return <span />;
  return (
    <Link
      className="card-navigation-step"
      rel={rel}
      to={step.href}
      aria-label={`${labels[rel]}: ${step.title}`}
    >
      {rel === 'prev' && <ChevronLeft size={20} aria-hidden="true" />}
      {labels[rel]}
      {rel === 'next' && <ChevronRight size={20} aria-hidden="true" />}
    </Link>
  );
}
