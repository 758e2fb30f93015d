import { BookOpen } from 'lucide-react';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { type CollectionRef, useProgress } from './progress-store.ts';

interface StartReadingProps {
  of: CollectionRef;
  /** The first card. */
  first: string;
  label: string;
}

/** Begins at the first card; for members who began already it continues at the card they opened last. */
export function StartReading({ of, first, label }: StartReadingProps) {
  const place = useProgress(of)?.placeUrlText;
  const href = of.kind === 'chain' ? paths.chain : paths.subject;
  return (
    <ButtonLink
      // Where a subject has room, its first card is open already.
      className={of.kind === 'subject' && !place ? 'start-reading' : undefined}
      variant="primary"
      to={place ? href(of.id, place) : first}
      icon={<BookOpen size={20} aria-hidden="true" />}
      preventScrollReset
    >
      {place ? 'Continue' : label}
    </ButtonLink>
  );
}
