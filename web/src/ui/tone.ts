/** The pairs of background and line colours, styled by the classes tone-1 to tone-6. */
export const toneCount = 6;

/** 32-bit FNV-1a over the UTF-16 units: small, evenly distributed, and equal on server and browser. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  // FNV's low bits are weak on short texts; one mixing round spreads them.
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x7feb352d);
  return (hash ^ (hash >>> 15)) >>> 0;
}

export function toneClass(text: string): string {
  return `tone-${(hashText(text) % toneCount) + 1}`;
}
