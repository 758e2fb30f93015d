import type { License } from '@gyan/contract/licenses.ts';

/** What every format is read into. It is passed between processes, so it is plain data. */
export interface ReadCard {
  /** The same in every export of a note; null if the format has none. */
  guid: string | null;
  title: string;
  text: string;
  htmlDesc: string | null;
  tags: string[];
  /** The name of a picture of the file. */
  picture: string | null;
  altText: string | null;
  source: string | null;
  /** The address it was exported from. */
  link: string | null;
  license: License | null;
  videoId: string | null;
  reviews: ReadReview[];
}

export interface ReadReview {
  /** The same in every export of a review. */
  key: string;
  at: number;
  grade: 1 | 2 | 3 | 4;
  ms: number;
}

/** What cannot be taken, and how often. */
export interface ReadProblem {
  text: string;
  count: number;
}

export interface ReadSummary {
  title: string;
  desc: string | null;
  cardCount: number;
  /** The guids of the cards, in order. */
  guids: (string | null)[];
  pictures: string[];
  reviewCount: number;
  problems: ReadProblem[];
  sample: { title: string; text: string }[];
}

/** An open file. */
export interface FileReader {
  summary: ReadSummary;
  /** Cards in order, from an index. */
  cards(from: number, count: number): ReadCard[];
  /** The bytes of one of the pictures. */
  picture(name: string): Buffer;
  close(): void;
}

/** Counts problems by their sentence. */
export class Problems {
  readonly #counts = new Map<string, number>();

  add(text: string, count = 1): void {
    if (count > 0) this.#counts.set(text, (this.#counts.get(text) ?? 0) + count);
  }

  list(): ReadProblem[] {
    return Array.from(this.#counts, ([text, count]) => ({ text, count }));
  }
}
