import { setImmediate as nextIteration } from 'node:timers/promises';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

export interface ZipFile {
  name: string;
  /** Already compressed, such as pictures. */
  packed?: boolean;
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Compressed between two iterations of the event loop; takes a few milliseconds. */
const chunkBytes = 64 * 1024;

/** A zip stream with back pressure: at most one piece of content is in memory. */
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
      for (let at = 0; at < piece.byteLength; at += chunkBytes) {
        entry.push(piece.subarray(at, at + chunkBytes));
        yield* made.splice(0);
        await nextIteration();
      }
    }
    entry.push(new Uint8Array(0), true);
    yield* made.splice(0);
  }
  archive.end();
  yield* made.splice(0);
}
