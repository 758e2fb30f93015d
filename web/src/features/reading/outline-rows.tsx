import { CardTick } from '#features/learning/CardTick.tsx';
import { type OutlineCard, outlineHref } from '#features/subjects/outline.ts';
import { treeLabel } from '#lib/text.ts';
import { Link } from '#ui/Link.tsx';

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

interface OutlineCardRowProps {
  subjectId: number;
  chapterId: number;
  card: OutlineCard;
  current: boolean;
  onFollow?: () => void;
}

export function OutlineCardRow({ subjectId, chapterId, card, current, onFollow }: OutlineCardRowProps) {
  return (
    <Link
      className="outline-card"
      to={outlineHref(subjectId, chapterId, card)}
      aria-current={current ? 'page' : undefined}
      onClick={onFollow}
      preventScrollReset
    >
      <CardTick of={{ kind: 'subject', id: subjectId }} cardId={card.id} />
      <span className="outline-card-text">
        <span className="outline-card-title">{card.title}</span>
        {card.label !== card.title && <span className="outline-label">{treeLabel(card.label)}</span>}
      </span>
    </Link>
  );
}
