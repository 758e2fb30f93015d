/** Something that stands in a list that a person puts in order. */
export interface Ranked {
  id: number;
  /** Missing counts as 0. */
  rank?: number | null | undefined;
}

const rankOf = ({ rank }: Ranked) => rank ?? 0;

/**
 * The rank of what is dropped at `index` into a list that it is not in: one before the first, one after the last, between two
 * their average. What is added goes last.
 */
export function rankAt(list: readonly Ranked[], index = list.length): number {
  const above = list[index - 1];
  const below = list[index];
  if (above && below) return rankOf(above) / 2 + rankOf(below) / 2;
  if (below) return rankOf(below) - 1;
  return above ? rankOf(above) + 1 : 1;
}

/** The list as the ranks have it; equal ranks keep the order they stood in. */
export function inOrder<Item extends Ranked>(list: readonly Item[]): Item[] {
  return list.toSorted((one, other) => rankOf(one) - rankOf(other));
}
