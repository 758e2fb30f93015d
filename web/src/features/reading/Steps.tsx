import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import type { CardStep } from '#features/cards/card-position.ts';
import { useArrowSteps } from '#features/cards/use-arrow-steps.ts';
import { buttonClass } from '#ui/button-class.ts';
import { Link } from '#ui/Link.tsx';

interface StepsProps {
  previous: CardStep | null;
  next: CardStep | null;
  /** The current position. */
  children: ReactNode;
  /** Prefetches the data of the next step. */
  prefetch: (urlText: string) => Promise<unknown>;
}

/** Keeps the scroll position; the card scrolls itself into view if needed. */
const keepScroll = { preventScrollReset: true };

/** Lets the current card and its picture load first. */
const prefetchAfter = 400;

/** Below the card, for those who have read it to its end. */
export function NextCard({ next }: { next: CardStep }) {
  return (
    <Link
      className={buttonClass({ variant: 'primary' }, 'next-card')}
      rel="next"
      to={next.href}
      {...keepScroll}
    >
      <span>Next: {next.title}</span>
      <ChevronRight size={20} aria-hidden="true" />
    </Link>
  );
}

/** Below the last card. */
export function ReadingEnd({ noun, to }: { noun: 'chain' | 'subject'; to: string }) {
  return (
    <p className="reading-end">
      You have reached the end of this {noun}.{' '}
      <Link className="link" to={to}>
        See what you covered
      </Link>
    </p>
  );
}

/** Previous and next, by button or arrow key. At the bottom of the screen on phones. */
export function Steps({ previous, next, children, prefetch }: StepsProps) {
  useArrowSteps(previous, next, keepScroll);
  const following = next?.urlText;
  useEffect(() => {
    if (following === undefined) return undefined;
    const timer = setTimeout(() => void prefetch(following).catch(() => undefined), prefetchAfter);
    return () => clearTimeout(timer);
  }, [following, prefetch]);
  return (
    <nav className="steps" aria-label="Cards in order">
      {previous ? (
        <Link
          className={buttonClass({ variant: 'outline' }, 'step')}
          rel="prev"
          to={previous.href}
          aria-label={`Previous: ${previous.title}`}
          {...keepScroll}
        >
          <ChevronLeft size={20} aria-hidden="true" />
          <span className="step-label">Previous</span>
        </Link>
      ) : (
        <span />
      )}
      <div className="steps-position">{children}</div>
      {next ? (
        <Link
          className={buttonClass({ variant: 'primary' }, 'step')}
          rel="next"
          to={next.href}
          aria-label={`Next: ${next.title}`}
          {...keepScroll}
        >
          <span className="step-label">Next</span>
          <ChevronRight size={20} aria-hidden="true" />
        </Link>
      ) : (
        <span />
      )}
    </nav>
  );
}
