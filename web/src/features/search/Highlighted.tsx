import { splitByMatch } from './match.ts';

/** A text with the matches marked. */
export function Highlighted({ text, typed }: { text: string; typed: readonly string[] }) {
  const pieces = splitByMatch(text, typed);
  return pieces.map((piece, at) =>
    // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text are never reordered
    piece.hit ? <mark key={at}>{piece.text}</mark> : piece.text,
  );
}
