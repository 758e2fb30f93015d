/** An item of a list that users can sort. */
export interface Ranked {
  id: number;
  /** Missing counts as 0. */
  rank?: number | null | undefined;
}

const rankOf = ({ rank }: Ranked) => rank ?? 0;

/**
 * The rank of an item inserted at `index`: the average of its neighbours, one before the first or one after
 * the last. Default: last.
 */
export function rankAt(list: readonly Ranked[], index = list.length): number {
  const above = list[index - 1];
  const below = list[index];
  if (above && below) return rankOf(above) / 2 + rankOf(below) / 2;
  if (below) return rankOf(below) - 1;
  return above ? rankOf(above) + 1 : 1;
}

/** Sorts by rank; stable for equal ranks. */
export function inOrder<Item extends Ranked>(list: readonly Item[]): Item[] {
  return list.toSorted((one, other) => rankOf(one) - rankOf(other));
}
