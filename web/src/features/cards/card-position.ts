import type { PostModel } from '@gyan/contract/cards.ts';
import type { Api } from '#lib/api.ts';
import { paths } from '#lib/paths.ts';

/** The chain or subject the viewer steps through, and the position in it. */
export interface CardPosition {
  of: { kind: 'chain' | 'subject'; id: number };
  title: string;
  href: string;
  /** Starts at 1. */
  position: number;
  count: number;
  previous: CardStep | null;
  next: CardStep | null;
}

export interface CardStep {
  title: string;
  href: string;
  urlText: string;
}

type ListedCard = Pick<PostModel, 'urlText' | 'title'>;

interface Row {
  title: string;
  href: string;
  count: number;
  cards: ListedCard[];
}

/** Page size, and the most pages to scan for the position. */
const pageSize = 50;
const maxPages = 20;

const indexOf = (cards: readonly ListedCard[], urlText: string) =>
  cards.findIndex((card) => card.urlText === urlText);

/** The chain's cards up to the one after this. */
async function chainRow(api: Api, id: number, urlText: string): Promise<Row | null> {
  const cards: ListedCard[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < maxPages; pages += 1) {
    // Each page needs the cursor of the page before.
    // oxlint-disable-next-line no-await-in-loop
    const { chapterModel, nextCursor } = await api('GET /chapter', {
      query: { id, limit: pageSize, cursor },
    });
    cards.push(...(chapterModel.feedItemModelVec ?? []).map(({ postModel }) => postModel));
    const at = indexOf(cards, urlText);
    if (nextCursor == null || (at >= 0 && at < cards.length - 1)) {
      const { title, postCount = cards.length } = chapterModel;
      return { title, href: paths.chain(id), count: postCount, cards };
    }
    cursor = nextCursor;
  }
  return null;
}

async function subjectRow(api: Api, id: number, urlText: string): Promise<Row> {
  const { subjectModel, outlineVec } = await api('GET /subject_outline', { query: { subjectId: id } });
  const cards = outlineVec.flatMap(({ postVec }) => postVec);
  return { title: subjectModel.title, href: paths.subject(id, urlText), count: cards.length, cards };
}

/** Null when the card is not in the chain or subject: the card's page works without it. */
export async function findCardPosition(
  api: Api,
  place: string | null,
  urlText: string,
  hrefOf = (card: string) => paths.card(card, place ?? undefined),
): Promise<CardPosition | null> {
  const [, kind, digits] = /^(ch|sub)-([1-9]\d{0,14})$/.exec(place ?? '') ?? [];
  if (place === null || digits === undefined) return null;
  const id = Number(digits);
  const row = await (kind === 'ch' ? chainRow(api, id, urlText) : subjectRow(api, id, urlText)).catch(
    () => null,
  );
  if (!row) return null;
  const at = indexOf(row.cards, urlText);
  if (at < 0) return null;
  const stepTo = (card: ListedCard | undefined): CardStep | null =>
    card ? { title: card.title, href: hrefOf(card.urlText), urlText: card.urlText } : null;
  return {
    of: { kind: kind === 'ch' ? 'chain' : 'subject', id },
    title: row.title,
    href: row.href,
    position: at + 1,
    count: row.count,
    previous: stepTo(row.cards[at - 1]),
    next: stepTo(row.cards[at + 1]),
  };
}
