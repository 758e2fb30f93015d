import { transcode } from 'node:buffer';

/** A text, or the pieces of one that would be long as a single string, and twice as long as UTF-16. */
export type Text = string | readonly string[];

/** Below this nothing is gained. */
const fewLetters = 2_048;
/** Filled anew for each text; a larger one gets room of its own. */
const scratch = Buffer.allocUnsafeSlow(512 * 1024);

/**
 * A text as UTF-8. `Buffer.from` looks at every letter by itself as soon as one of them is beyond Latin-1: 260 µs for a page of cards with a dash in it, and
 * 410 for one in Devanagari. By way of UTF-16 these take 40 and 110, and others no longer than before.
 */
export function utf8(text: Text): Buffer {
  if (typeof text === 'string') return bytesOf(text);
  const [first, ...others] = text.map(bytesOf);
  return first && others.length === 0 ? first : Buffer.concat(first ? [first, ...others] : []);
}

function bytesOf(text: string): Buffer {
  if (text.length < fewLetters) return Buffer.from(text);
  const length = text.length * 2;
  const room = length <= scratch.length ? scratch : Buffer.allocUnsafeSlow(length);
  room.write(text, 'utf16le');
  try {
    return transcode(room.subarray(0, length), 'utf16le', 'utf8');
  } catch {
    // Half of a pair, which stands for nothing: only this way puts a sign in its place.
    return Buffer.from(text);
  }
}
