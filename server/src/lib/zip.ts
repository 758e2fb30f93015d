import { setImmediate as breathe } from 'node:timers/promises';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

export interface ZipFile {
  name: string;
  /** Bytes that would not get smaller: pictures. */
  packed?: boolean;
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Packing this much takes a few milliseconds; then others get their turn. */
const turnBytes = 64 * 1024;

/** A zip, made as fast as it is read: never more of it in memory than one piece of content. */
export async function* zip(files: AsyncIterable<ZipFile>): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = [];
  const archive = new Zip((error, bytes) => {
    if (error) throw error;
    made.push(bytes);
  });
  for await (const { name, packed, content } of files) {
    const entry = packed ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
    archive.add(entry);
    for await (const piece of content) {
      for (let at = 0; at < piece.byteLength; at += turnBytes) {
        entry.push(piece.subarray(at, at + turnBytes));
        yield* made.splice(0);
        await breathe();
      }
    }
    entry.push(new Uint8Array(0), true);
    yield* made.splice(0);
  }
  archive.end();
  yield* made.splice(0);
}
