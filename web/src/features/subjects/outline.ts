import type { CardStep } from '#features/cards/card-position.ts';
import type { Api } from '#lib/api.ts';
import { paths } from '#lib/paths.ts';
import { type SubjectView, subjectView } from './subject-view.ts';

/** Kept as on the wire: of thousands of cards only the visible ones get a URL and a shortened label. */
export interface OutlineCard {
  id: number;
  urlText: string;
  title: string;
  label: string;
  /** The card is in an earlier chapter too. */
  repeated?: true;
}

export interface OutlineChapter {
  id: number;
  title: string;
  cards: OutlineCard[];
}

/** All chapters and cards of a subject, by name. */
export interface Outline {
  subject: SubjectView;
  desc: string | null;
  chapters: OutlineChapter[];
}

export async function readOutline(api: Api, subjectId: string): Promise<Outline> {
  const { subjectModel, outlineVec } = await api('GET /subject_outline', { query: { subjectId } });
  const seen = new Set<string>();
  const chapters = outlineVec.map(
    ({ id, title, postVec }): OutlineChapter => ({
      id,
      title,
      cards: postVec.map((card) => {
        if (seen.has(card.urlText)) return { ...card, repeated: true };
        seen.add(card.urlText);
        return card;
      }),
    }),
  );
  const postCount = chapters.reduce((sum, { cards }) => sum + cards.length, 0);
  return {
    subject: subjectView({ ...subjectModel, postCount }),
    desc: subjectModel.desc ?? null,
    chapters,
  };
}

/** A card can be in several chapters; a URL without a chapter means the first. */
export const outlineHref = (subjectId: number, chapterId: number, { urlText, repeated }: OutlineCard) =>
  paths.subject(subjectId, urlText, repeated ? chapterId : undefined);

/** The viewer's position in a subject. */
export interface OutlinePosition {
  /** Indexes of the chapter and of the card in it. */
  chapter: number;
  card: number;
  urlText: string;
  previous: CardStep | null;
  next: CardStep | null;
}

interface Position {
  chapter: number;
  card: number;
}

/** The nearest card before or after, in any chapter. */
function neighbour(chapters: readonly OutlineChapter[], { chapter, card }: Position, direction: 1 | -1) {
  let at = chapter;
  for (let current = chapters[at]; current; current = chapters[at]) {
    const index = at === chapter ? card + direction : direction === 1 ? 0 : current.cards.length - 1;
    const found = current.cards[index];
    if (found) return { chapterId: current.id, card: found };
    at += direction;
  }
  return undefined;
}

function findPosition(
  chapters: readonly OutlineChapter[],
  wanted: { card: string | null; chapterId: string | null },
): Position | undefined {
  let first: Position | undefined;
  for (const [chapter, { id, cards }] of chapters.entries()) {
    const card = wanted.card === null ? 0 : cards.findIndex(({ urlText }) => urlText === wanted.card);
    if (!cards[card]) continue;
    if (String(id) === wanted.chapterId) return { chapter, card };
    first ??= { chapter, card };
  }
  return first;
}

/**
 * The position of a card, in the given chapter if it is in several; without a card that of the subject's first card.
 * Undefined when the card is not in the subject or the subject is empty.
 */
export function findOutlinePosition(
  { subject, chapters }: Pick<Outline, 'subject' | 'chapters'>,
  wanted: { card: string | null; chapterId: string | null },
): OutlinePosition | undefined {
  const found = findPosition(chapters, wanted);
  const card = found && chapters[found.chapter]?.cards[found.card];
  if (!card) return undefined;
  const stepTo = (direction: 1 | -1): CardStep | null => {
    const next = neighbour(chapters, found, direction);
    if (!next) return null;
    const href = outlineHref(subject.id, next.chapterId, next.card);
    return { title: next.card.title, href, urlText: next.card.urlText };
  };
  return { ...found, urlText: card.urlText, previous: stepTo(-1), next: stepTo(1) };
}

/** A chapter as the page lists it before the whole outline is loaded. */
export interface ChapterRow {
  id: number;
  title: string;
  count: number;
  /** The URL of its first card. */
  href: string | null;
}

export const chapterRows = ({ subject, chapters }: Pick<Outline, 'subject' | 'chapters'>): ChapterRow[] =>
  chapters.map(({ id, title, cards }) => ({
    id,
    title,
    count: cards.length,
    href: cards[0] ? outlineHref(subject.id, id, cards[0]) : null,
  }));
