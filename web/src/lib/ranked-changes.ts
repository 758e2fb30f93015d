import type { LinkState } from '@gyan/contract/links.ts';
import { inOrder, type Ranked, rankAt } from './ranks.ts';

/** A place in a list is told by its neighbours, so that it still means the same when an earlier change was refused. */
export interface Place {
  above?: number | undefined;
  below?: number | undefined;
}

export type RankedChange<Item extends Ranked> =
  | { kind: 'place'; item: Item; place: Place }
  | { kind: 'remove'; item: Item };

/** The place at an index of a list; without one, at its end. */
export const placeAt = (list: readonly Ranked[], index: number): Place => ({
  above: list[index - 1]?.id,
  below: list[index]?.id,
});

function indexOf(list: readonly Ranked[], { above, below }: Place): number {
  const aboveAt = list.findIndex(({ id }) => id === above);
  if (aboveAt >= 0) return aboveAt + 1;
  const belowAt = list.findIndex(({ id }) => id === below);
  return belowAt >= 0 ? belowAt : list.length;
}

/** What a list looks like after a change. Changing it the same way again changes nothing. */
export function changed<Item extends Ranked>(
  list: readonly Item[],
  change: RankedChange<Item>,
): readonly Item[] {
  const others = list.filter(({ id }) => id !== change.item.id);
  if (change.kind === 'remove') return others;
  const now = list.find(({ id }) => id === change.item.id) ?? change.item;
  return others.toSpliced(indexOf(others, change.place), 0, now);
}

export interface RankedChangesHost<Item extends Ranked> {
  /** What the server last said the list is. */
  truth: () => readonly Item[];
  /** Takes down what the server has agreed to. */
  agreed: (list: readonly Item[]) => void;
  link: (id: number, rank: number) => Promise<LinkState>;
  unlink: (id: number) => Promise<unknown>;
  /** The change is undone, and why. */
  refused: (change: RankedChange<Item>, error: unknown) => void;
  /** The server's list is not the one that is known here. */
  outdated: () => void;
}

export interface RankedState<Item extends Ranked> {
  /** What somebody has done and the server has not confirmed yet, in that order. */
  waiting: readonly RankedChange<Item>[];
  saving: 'rest' | 'saving' | 'saved';
}

/**
 * Changes that are shown at once and sent one after the other, each with a rank worked out from what the server has
 * confirmed before it.
 */
export class RankedChanges<Item extends Ranked> {
  #state: RankedState<Item> = { waiting: [], saving: 'rest' };
  #sending = false;
  readonly #listeners = new Set<() => void>();
  readonly #host: RankedChangesHost<Item>;

  constructor(host: RankedChangesHost<Item>) {
    this.#host = host;
  }

  readonly state = () => this.#state;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** Nobody who comes later needs to hear that something was saved. */
  readonly rest = () => {
    if (this.#state.saving === 'saved') this.#set({ ...this.#state, saving: 'rest' });
  };

  /** Ends when nothing is left to send. */
  async make(change: RankedChange<Item>): Promise<void> {
    const { waiting } = this.#state;
    const last = waiting.at(-1);
    const isUnsent = waiting.length > (this.#sending ? 1 : 0);
    // Somebody who moves a row ten times means the last.
    const before = isUnsent && last?.item.id === change.item.id ? waiting.slice(0, -1) : waiting;
    this.#set({ waiting: [...before, change], saving: 'saving' });
    if (this.#sending) return;
    this.#sending = true;
    let outdated = false;
    for (let next = this.#next(); next; next = this.#next()) {
      try {
        // Each rank depends on what was confirmed before.
        // oxlint-disable-next-line no-await-in-loop
        outdated = (await this.#send(next)) || outdated;
        this.#done('saved');
      } catch (error) {
        this.#done('rest');
        this.#host.refused(next, error);
        outdated = true;
      }
    }
    this.#sending = false;
    if (outdated) this.#host.outdated();
  }

  #next() {
    return this.#state.waiting[0];
  }

  #done(end: 'saved' | 'rest') {
    const waiting = this.#state.waiting.slice(1);
    this.#set({ waiting, saving: waiting.length > 0 ? 'saving' : end });
  }

  /** Whether the server's list turned out to be another one. */
  async #send(change: RankedChange<Item>): Promise<boolean> {
    const { id } = change.item;
    if (change.kind === 'remove') {
      await this.#host.unlink(id);
      this.#host.agreed(changed(this.#host.truth(), change));
      return false;
    }
    const others = this.#host.truth().filter((item) => item.id !== id);
    const { rank, rankVec = [] } = await this.#host.link(id, rankAt(others, indexOf(others, change.place)));
    const ranks = new Map([[id, rank], ...rankVec.map((known) => [known.id, known.rank] as const)]);
    const list = changed(this.#host.truth(), change);
    const ranked = list.map((item) => {
      const known = ranks.get(item.id);
      return known === undefined || known === item.rank ? item : { ...item, rank: known };
    });
    this.#host.agreed(inOrder(ranked));
    // Every item is renumbered or none: an unknown or a missing one was added or removed elsewhere.
    const known = new Set(list.map((item) => item.id));
    return (
      rankVec.length > 0 && (rankVec.length !== known.size || rankVec.some((item) => !known.has(item.id)))
    );
  }

  #set(state: RankedState<Item>) {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
