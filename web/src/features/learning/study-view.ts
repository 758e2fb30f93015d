import type { StudyModel } from '@gyan/contract/learning.ts';
import { paths } from '#lib/paths.ts';

/** The page of a chain or subject. */
export const hrefOf = ({ kind, id }: Pick<StudyModel, 'kind' | 'id'>) =>
  kind === 'chapter' ? paths.chain(id) : paths.subject(id);

/** Where the card opened last stands: “Chapter 2 · card 5 of 10”. */
export function placeText({ place }: Pick<StudyModel, 'place'>): string | undefined {
  if (!place) return undefined;
  const position = `${place.card} of ${place.cardCount}`;
  return place.chapter ? `Chapter ${place.chapter} · card ${position}` : `Card ${position}`;
}

/** Where reading goes on: the card opened last, or the beginning when it is gone. */
export const continueHref = (study: StudyModel) => {
  const { kind, id, placeUrlText } = study;
  if (placeUrlText === null) return hrefOf(study);
  return kind === 'chapter' ? paths.chain(id, placeUrlText) : paths.subject(id, placeUrlText);
};

/** Of the picture to continue with: the whole width on phones, beside its text from 640 px. */
export const studySizes = '(min-width: 40rem) 21rem, 100vw';
