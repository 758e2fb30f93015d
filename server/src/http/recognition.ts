import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { FindViewer, Viewer } from './viewer.ts';

const mostRemembered = 5_000;
/** A session that is used has its end moved along when it is looked up. */
const rememberedMs = 5 * 60_000;

/**
 * Who a token belonged to when it was last looked up. That may be over by now, so whoever takes it from here must ask the
 * database in the same statement that does the work, and the answer is thrown away where it is not so any more.
 */
export class Recognition {
  readonly #find: FindViewer;
  readonly #known = new LRUCache<string, Viewer>({ max: mostRemembered, ttl: rememberedMs });

  constructor(find: FindViewer) {
    this.#find = find;
  }

  recall(token: string): Viewer | undefined {
    return this.#known.get(keyOf(token));
  }

  async find(token: string): Promise<Viewer | undefined> {
    const viewer = await this.#find(token);
    if (viewer) this.#known.set(keyOf(token), viewer);
    else this.#known.delete(keyOf(token));
    return viewer;
  }
}

/** Not the token itself, which must not be found in anything that shows the memory of a process. */
const keyOf = (token: string) => hash('sha256', token, 'base64url');
