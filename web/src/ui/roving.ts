/** The target of an arrow key, Home or End in a list of `count` entries; undefined for other keys. */
export function rovingTarget(
  key: string,
  at: number,
  count: number,
  axis: 'vertical' | 'horizontal',
): number | undefined {
  if (count === 0) return undefined;
  const [back, on] = axis === 'vertical' ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight'];
  if (key === on) return (at + 1) % count;
  if (key === back) return at <= 0 ? count - 1 : at - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
}

/** The next entry after `at` whose label starts with the typed text, wrapping around. */
export function typeaheadTarget(labels: readonly string[], typed: string, at: number): number | undefined {
  const wanted = typed.toLocaleLowerCase();
  // One character moves to the next match; several may stay on the current one.
  const first = typed.length > 1 ? Math.max(at, 0) : at + 1;
  for (let step = 0; step < labels.length; step += 1) {
    const index = (first + step) % labels.length;
    if (labels[index]?.trim().toLocaleLowerCase().startsWith(wanted)) return index;
  }
  return undefined;
}
