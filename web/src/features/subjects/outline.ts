import type { CardStep } from '#features/cards/card-place.ts';
import type { Api } from '#lib/api.ts';
import { paths } from '#lib/paths.ts';
import { treeLabel } from '#lib/text.ts';
import { type SubjectView, subjectView } from './subject-view.ts';

export interface OutlineCard {
  urlText: string;
  label: string;
  href: string;
}

export interface OutlineChapter {
  id: number;
  title: string;
  cards: OutlineCard[];
}

/** Everything that is in a subject, by name. */
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
      cards: postVec.map(({ urlText, label }) => {
        // A card can stand in several chapters; without a chapter in its address the first one is meant.
        const again = seen.has(urlText);
        seen.add(urlText);
        return {
          urlText,
          label: treeLabel(label),
          href: paths.subject(subjectModel.id, urlText, again ? id : undefined),
        };
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

/** Where somebody is in a subject. */
export interface OutlinePlace {
  /** Index of the chapter, and of the card in it. */
  chapter: number;
  card: number;
  urlText: string;
  previous: CardStep | null;
  next: CardStep | null;
}

const stepTo = (card: OutlineCard | undefined): CardStep | null =>
  card ? { title: card.label, href: card.href, urlText: card.urlText } : null;

/**
 * The place of a card, of the one in this chapter if it stands in several; without a card the subject's first. Undefined when the card
 * is not in it, or nothing is.
 */
export function findOutlinePlace(
  chapters: readonly OutlineChapter[],
  wanted: { card: string | null; chapterId: string | null },
): OutlinePlace | undefined {
  const all = chapters.flatMap(({ id, cards }, chapter) =>
    cards.map((entry, card) => ({ id, chapter, card, entry })),
  );
  const named = all.filter(({ entry }) => wanted.card === null || entry.urlText === wanted.card);
  const found = named.find(({ id }) => String(id) === wanted.chapterId) ?? named[0];
  if (!found) return undefined;
  const at = all.indexOf(found);
  return {
    chapter: found.chapter,
    card: found.card,
    urlText: found.entry.urlText,
    previous: stepTo(all[at - 1]?.entry),
    next: stepTo(all[at + 1]?.entry),
  };
}

/** A chapter as the page lists it before the whole outline is there. */
export interface ChapterLine {
  id: number;
  title: string;
  count: number;
  /** Of its first card. */
  href: string | null;
}

export const chapterLines = (chapters: readonly OutlineChapter[]): ChapterLine[] =>
  chapters.map(({ id, title, cards }) => ({ id, title, count: cards.length, href: cards[0]?.href ?? null }));
