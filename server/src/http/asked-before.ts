const bits = 1 << 20;
const minuteMs = 60_000;

/**
 * Remembers for one to two minutes which addresses were asked for, in 256 kB however many they are. Now and then it takes a new one for an old one,
 * never the other way round.
 */
export class AskedBefore {
  #recent = new Uint8Array(bits / 8);
  #older = new Uint8Array(bits / 8);
  #since = performance.now();

  /** Whether it was noted before, which it is now. */
  note(address: string, now = performance.now()): boolean {
    if (now - this.#since > minuteMs) this.#forget(now);
    const place = placeOf(address);
    const mask = 1 << (place & 7);
    const byte = place >>> 3;
    const wasNoted = (((this.#recent[byte] ?? 0) | (this.#older[byte] ?? 0)) & mask) !== 0;
    this.#recent[byte] = (this.#recent[byte] ?? 0) | mask;
    return wasNoted;
  }

  #forget(now: number): void {
    const isLongAgo = now - this.#since > 2 * minuteMs;
    [this.#recent, this.#older] = [this.#older.fill(0), isLongAgo ? this.#recent.fill(0) : this.#recent];
    this.#since = now;
  }
}

/** FNV-1a. */
function placeOf(address: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < address.length; at += 1) hash = Math.imul(hash ^ address.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) & (bits - 1);
}
