import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import type { CardPlace, CardStep } from './card-place.ts';

/** Keys that mean something else where they are pressed: in a field, a dialog, a list that arrows move in. */
const takesArrows = 'input, textarea, select, [contenteditable], dialog, [role="menu"], [role="tablist"]';

/** Steps through the chain or subject the person came from, also by arrow keys. */
export function PlaceNav({ place }: { place: CardPlace }) {
  const navigate = useNavigate();
  const { previous, next } = place;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (event.target instanceof Element && event.target.closest(takesArrows)) return;
      const step = event.key === 'ArrowLeft' ? previous : event.key === 'ArrowRight' ? next : null;
      if (!step) return;
      event.preventDefault();
      void navigate(step.href);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [previous, next, navigate]);
  return (
    <nav className="place" aria-label="Cards in order">
      <Step step={previous} rel="prev" />
      <p className="place-where">
        <Link className="link" to={place.href}>
          {place.title}
        </Link>
        <span className="text-quiet">
          {place.position} of {place.count}
        </span>
      </p>
      <Step step={next} rel="next" />
    </nav>
  );
}

const words = { prev: 'Previous', next: 'Next' };

function Step({ step, rel }: { step: CardStep | null; rel: 'prev' | 'next' }) {
  if (!step) return <span />;
  return (
    <Link className="place-step" rel={rel} to={step.href} aria-label={`${words[rel]}: ${step.title}`}>
      {rel === 'prev' && <ChevronLeft size={20} aria-hidden="true" />}
      {words[rel]}
      {rel === 'next' && <ChevronRight size={20} aria-hidden="true" />}
    </Link>
  );
}
