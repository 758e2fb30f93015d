import { Link } from 'react-router';
import type { OutlineCard } from '#features/subjects/outline.ts';

interface ChapterNameProps {
  number: number;
  title: string;
  count: number;
}

export function ChapterName({ number, title, count }: ChapterNameProps) {
  return (
    <>
      <span className="outline-number">{number}</span>
      <span className="outline-title">{title}</span>
      <span className="outline-count">
        {count}
        <span className="sr-only"> {count === 1 ? 'card' : 'cards'}</span>
      </span>
    </>
  );
}

interface CardLineProps {
  card: OutlineCard;
  current: boolean;
  onFollow?: () => void;
}

export function CardLine({ card, current, onFollow }: CardLineProps) {
  return (
    <Link
      className="outline-card"
      to={card.href}
      aria-current={current ? 'page' : undefined}
      onClick={onFollow}
      preventScrollReset
    >
      {card.label}
    </Link>
  );
}
