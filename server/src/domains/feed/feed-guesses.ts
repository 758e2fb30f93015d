import { LRUCache } from 'lru-cache';

const mostRemembered = 10_000;
/** After longer than this so much may have been done that a guess is worth less than finding out anew. */
const rememberedMs = 10 * 60_000;

/**
 * How far back somebody's first page of their feed reached, for those where finding that out is a good part of the work. Where the next one is
 * looked for begins there; a guess that has become wrong makes it slower, and never another page.
 */
export class FeedGuesses {
  readonly #known = new LRUCache<string, Date>({ max: mostRemembered, ttl: rememberedMs });

  of(userId: number, limit: number): Date | null {
    return this.#known.get(keyOf(userId, limit)) ?? null;
  }

  keep(userId: number, limit: number, guess: Date | null | undefined): void {
    if (guess) this.#known.set(keyOf(userId, limit), guess);
    else this.#known.delete(keyOf(userId, limit));
  }
}

const keyOf = (userId: number, limit: number) => `${userId} ${limit}`;
