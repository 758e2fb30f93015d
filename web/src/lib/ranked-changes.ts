import type { LinkState } from '@gyan/contract/links.ts';
import { inOrder, type Ranked, rankAt } from './ranks.ts';

/** A position relative to its neighbours, which stays valid if an earlier change is refused. */
export interface RelativePosition {
  above?: number | undefined;
  below?: number | undefined;
}

export type RankedChange<Item extends Ranked> =
  | { kind: 'place'; item: Item; place: RelativePosition }
  | { kind: 'remove'; item: Item };

/** The position of an index; by default the end of the list. */
export const placeAt = (list: readonly Ranked[], index: number): RelativePosition => ({
  above: list[index - 1]?.id,
  below: list[index]?.id,
});

function indexOf(list: readonly Ranked[], { above, below }: RelativePosition): number {
  const aboveAt = list.findIndex(({ id }) => id === above);
  if (aboveAt >= 0) return aboveAt + 1;
  const belowAt = list.findIndex(({ id }) => id === below);
  return belowAt >= 0 ? belowAt : list.length;
}

/** Applies a change to a list. Idempotent. */
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
  /** The last list confirmed by the server. */
  confirmed: () => readonly Item[];
  /** Stores the list confirmed by the server. */
  setConfirmed: (list: readonly Item[]) => void;
  link: (id: number, rank: number) => Promise<LinkState>;
  unlink: (id: number) => Promise<unknown>;
  /** Called after a change was rolled back. */
  onRefused: (change: RankedChange<Item>, error: unknown) => void;
  /** The list changed on the server; it has to be loaded again. */
  onOutdated: () => void;
}

export interface RankedState<Item extends Ranked> {
  /** Changes that the server has not confirmed yet, in order. */
  pending: readonly RankedChange<Item>[];
  saving: 'rest' | 'saving' | 'saved';
}

/** Optimistic updates, sent one after the other. Each rank is computed from the last confirmed list. */
export class RankedChanges<Item extends Ranked> {
  #state: RankedState<Item> = { pending: [], saving: 'rest' };
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

  /** Resets the saved state, so that a later view does not show it. */
  readonly rest = () => {
    if (this.#state.saving === 'saved') this.#set({ ...this.#state, saving: 'rest' });
  };

  /** Resolves when all changes are sent. */
  async make(change: RankedChange<Item>): Promise<void> {
    const { pending } = this.#state;
    const last = pending.at(-1);
    const isUnsent = pending.length > (this.#sending ? 1 : 0);
    // Of several moves of one item only the last is sent.
    const before = isUnsent && last?.item.id === change.item.id ? pending.slice(0, -1) : pending;
    this.#set({ pending: [...before, change], saving: 'saving' });
    if (this.#sending) return;
    this.#sending = true;
    let onOutdated = false;
    for (let next = this.#next(); next; next = this.#next()) {
      try {
        // Each rank depends on the previous answer.
        // oxlint-disable-next-line no-await-in-loop
        onOutdated = (await this.#send(next)) || onOutdated;
        this.#done('saved');
      } catch (error) {
        this.#done('rest');
        this.#host.onRefused(next, error);
        onOutdated = true;
      }
    }
    this.#sending = false;
    if (onOutdated) this.#host.onOutdated();
  }

  #next() {
    return this.#state.pending[0];
  }

  #done(end: 'saved' | 'rest') {
    const pending = this.#state.pending.slice(1);
    this.#set({ pending, saving: pending.length > 0 ? 'saving' : end });
  }

  /** Returns whether the server's list has changed. */
  async #send(change: RankedChange<Item>): Promise<boolean> {
    const { id } = change.item;
    if (change.kind === 'remove') {
      await this.#host.unlink(id);
      this.#host.setConfirmed(changed(this.#host.confirmed(), change));
      return false;
    }
    const others = this.#host.confirmed().filter((item) => item.id !== id);
    const { rank, rankVec = [] } = await this.#host.link(id, rankAt(others, indexOf(others, change.place)));
    const ranks = new Map([[id, rank], ...rankVec.map((known) => [known.id, known.rank] as const)]);
    const list = changed(this.#host.confirmed(), change);
    const ranked = list.map((item) => {
      const known = ranks.get(item.id);
      return known === undefined || known === item.rank ? item : { ...item, rank: known };
    });
    this.#host.setConfirmed(inOrder(ranked));
    // Renumbering covers all items: an unknown or missing one was added or removed by another client.
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
