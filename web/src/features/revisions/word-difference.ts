export interface Segment {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Above this many removed and added words the texts are shown as one removal and one addition. */
const maxEdits = 400;

/** Words, runs of white space, and single other characters. */
const tokensOf = (text: string) => text.match(/\s+|[\p{L}\p{M}\p{N}_]+|[^\s\p{L}\p{M}\p{N}_]/gu) ?? [];

/** The edits that turn `a` into `b`, by Myers' greedy algorithm; undefined if there are more than `maxEdits`. */
function shortestEdits(a: readonly string[], b: readonly string[]): Segment[] | undefined {
  const offset = maxEdits + 1;
  // How far each diagonal `x - y` got, and its copies before each round.
  const reached = new Int32Array(2 * offset + 1);
  const rounds: Int32Array[] = [];
  const at = (furthest: Int32Array, diagonal: number) => furthest[diagonal + offset] ?? 0;
  const goesDown = (furthest: Int32Array, diagonal: number, round: number) =>
    diagonal === -round || (diagonal !== round && at(furthest, diagonal - 1) < at(furthest, diagonal + 1));

  const trace = (lastRound: number): Segment[] => {
    const edits: Segment[] = [];
    let [x, y] = [a.length, b.length];
    for (let round = lastRound; round >= 0; round -= 1) {
      const furthest = rounds[round] as Int32Array;
      const diagonal = x - y;
      const down = goesDown(furthest, diagonal, round);
      const previous = down ? diagonal + 1 : diagonal - 1;
      const startX = round === 0 ? 0 : at(furthest, previous);
      const startY = round === 0 ? 0 : startX - previous;
      while (x > startX && y > startY) {
        x -= 1;
        y -= 1;
        edits.push({ kind: 'same', text: a[x] ?? '' });
      }
      if (round > 0) {
        edits.push(
          down ? { kind: 'added', text: b[startY] ?? '' } : { kind: 'removed', text: a[startX] ?? '' },
        );
      }
      [x, y] = [startX, startY];
    }
    return edits.toReversed();
  };

  for (let round = 0; round <= maxEdits; round += 1) {
    rounds.push(reached.slice());
    for (let diagonal = -round; diagonal <= round; diagonal += 2) {
      let x = goesDown(reached, diagonal, round) ? at(reached, diagonal + 1) : at(reached, diagonal - 1) + 1;
      if (round === 0) x = 0;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x += 1;
      reached[diagonal + offset] = x;
      if (x >= a.length && x - diagonal >= b.length) return trace(round);
    }
  }
  return undefined;
}

/** Joins edits into runs. A space between two changes counts as changed, so that phrases stay whole. */
function joined(edits: readonly Segment[]): Segment[] {
  const segments: Segment[] = [];
  let [removed, added] = ['', ''];
  const push = (kind: Segment['kind'], text: string) => {
    const last = segments.at(-1);
    if (last?.kind === kind) last.text += text;
    else if (text !== '') segments.push({ kind, text });
  };
  const flush = () => {
    push('removed', removed);
    push('added', added);
    [removed, added] = ['', ''];
  };
  edits.forEach(({ kind, text }, index) => {
    const isBetween =
      kind === 'same' &&
      /^[^\S\n]+$/.test(text) &&
      removed + added !== '' &&
      index + 1 < edits.length &&
      edits[index + 1]?.kind !== 'same';
    if (kind === 'removed' || isBetween) removed += text;
    if (kind === 'added' || isBetween) added += text;
    if (kind !== 'same' || isBetween) return;
    flush();
    push('same', text);
  });
  flush();
  return segments;
}

/** What was removed from `before` and added to get `after`, word by word. */
export function wordDifference(before: string, after: string): Segment[] {
  const [a, b] = [tokensOf(before), tokensOf(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  const shorter = Math.min(a.length, b.length);
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const [oldPart, newPart] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const edits = shortestEdits(oldPart, newPart) ?? [
    { kind: 'removed' as const, text: oldPart.join('') },
    { kind: 'added' as const, text: newPart.join('') },
  ];
  const same = (tokens: readonly string[]): Segment => ({ kind: 'same', text: tokens.join('') });
  return joined([same(a.slice(0, start)), ...edits, same(a.slice(a.length - end))]);
}
