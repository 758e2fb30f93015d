import { useEffect, useRef } from 'react';
import { NavigationType, useNavigationType } from 'react-router';
import { CardByline } from '#features/cards/CardByline.tsx';
import { CardPicture } from '#features/cards/CardPicture.tsx';
import { CardText } from '#features/cards/CardText.tsx';
import type { CardStep } from '#features/cards/card-position.ts';
import { useCard } from '#features/cards/read-card.ts';
import { LicenseLine } from '#features/publication/LicenseLine.tsx';
import { RemixLine } from '#features/remix/RemixLine.tsx';
import { CardActions } from './CardActions.tsx';
import type { OpenCardView } from './open-card.ts';

interface OpenCardProps {
  card: OpenCardView;
  /** Identifies the position; the same card can occur twice. */
  place: string;
  /** The card's own page, with its comments. */
  href: string;
  /** The neighbours, for stepping while the picture fills the screen. */
  steps: { previous: CardStep | null; next: CardStep | null };
  /** The URL names the card; otherwise it is the first one and may be off screen. */
  chosen: boolean;
}

/** The open card. A step from another card of the same page moves the focus to its heading. */
export function OpenCard({ card: rendered, place, href, steps, chosen }: OpenCardProps) {
  const card = useCard(rendered);
  const article = useFocusOnStep(chosen ? place : undefined);
  return (
    <article ref={article} className="open-card" aria-labelledby="open-card">
      <CardPicture card={card} steps={steps} lazy={!chosen} />
      <h2 id="open-card" tabIndex={-1}>
        {card.title}
      </h2>
      <CardByline card={card} />
      <RemixLine of={card.original} />
      <CardText card={card} />
      <LicenseLine license={card.license} source={card.source} />
      <CardActions key={card.id} card={card} href={href} />
    </article>
  );
}

/** With some margin. */
const topBarHeight = 60;

/**
 * Focuses the heading of the new card, so that screen readers announce it, and scrolls it into view if needed.
 * Going back keeps the restored scroll position.
 */
function useFocusOnStep(place: string | undefined) {
  const article = useRef<HTMLElement>(null);
  const last = useRef(place);
  const goesBack = useNavigationType() === NavigationType.Pop;
  useEffect(() => {
    if (last.current === place) return;
    last.current = place;
    const heading = place === undefined ? document.querySelector<HTMLElement>('main h1') : null;
    const target = heading ?? article.current?.querySelector('h2');
    if (!target) return;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
    const { top = 0 } = article.current?.getBoundingClientRect() ?? {};
    if (place === undefined || goesBack || (top >= topBarHeight && top < innerHeight / 2)) return;
    article.current?.scrollIntoView({ block: 'start' });
  }, [place, goesBack]);
  return article;
}
