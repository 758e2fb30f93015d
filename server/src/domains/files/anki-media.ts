import { zstdDecompressSync } from 'node:zlib';
import { importLimits } from '@gyan/contract/files.ts';
import { inputLimits } from '@gyan/contract/limits.ts';
import { type Archive, isPlainPath } from './archive.ts';
import { FileRefusal, tooManyBytes } from './refusal.ts';

interface Medium {
  /** Its name in the archive, a number. */
  entry: string;
  /** Unpacked, as the package states it. */
  bytes: number;
}

const damaged = (cause?: unknown) =>
  new FileRefusal('The list of pictures in this package is damaged.', 'invalid_input', cause);
const mapBytes = 8 * 1024 * 1024;

/** The pictures and sounds of a package, by the name that notes use. */
export class Media {
  readonly #archive: Archive;
  readonly #isZstd: boolean;
  readonly #media: Map<string, Medium>;

  constructor(archive: Archive, isZstd: boolean) {
    this.#archive = archive;
    this.#isZstd = isZstd;
    this.#media = archive.has('media') ? this.#readMap() : new Map();
    const bytes = this.#media.values().reduce((sum, medium) => sum + medium.bytes, 0);
    if (bytes > importLimits.unpackedBytes) throw tooManyBytes(importLimits.unpackedBytes);
  }

  has(name: string): boolean {
    return this.#media.has(name);
  }

  /** False if it is larger than a card's picture can be. */
  fits(name: string): boolean {
    return (this.#media.get(name)?.bytes ?? 0) <= inputLimits.imageBytes;
  }

  read(name: string): Buffer {
    const medium = this.#media.get(name);
    if (!medium) throw damaged();
    const content = this.#archive.read(medium.entry, inputLimits.imageBytes);
    return this.#isZstd ? unpackZstd(content, inputLimits.imageBytes) : content;
  }

  #readMap(): Map<string, Medium> {
    const content = this.#archive.read('media', mapBytes);
    const named = this.#isZstd ? readProtobuf(unpackZstd(content, mapBytes)) : this.#readJson(content);
    const media = new Map<string, Medium>();
    for (const [name, medium] of named) {
      if (!isPlainPath(name) || name.includes('/')) {
        throw new FileRefusal(`This package has a picture with an unsafe name: “${name}”.`);
      }
      // A package may list media that it does not have.
      if (this.#archive.has(medium.entry)) media.set(name, medium);
    }
    return media;
  }

  #readJson(content: Buffer): [string, Medium][] {
    let map: unknown;
    try {
      map = JSON.parse(content.toString('utf8'));
    } catch (error) {
      throw damaged(error);
    }
    if (typeof map !== 'object' || map === null || Array.isArray(map)) throw damaged();
    return Object.entries(map).map(([entry, name]) => {
      if (typeof name !== 'string') throw damaged();
      return [name, { entry, bytes: this.#archive.sizeOf(entry) }];
    });
  }
}

function unpackZstd(content: Uint8Array, maxBytes: number): Buffer {
  try {
    return zstdDecompressSync(content, { maxOutputLength: maxBytes });
  } catch (error) {
    if (error instanceof RangeError) throw tooManyBytes(maxBytes);
    throw damaged(error);
  }
}

/** `MediaEntries` of Anki: field 1 is repeated, with the name (1) and the size (2); its index is the entry's name. */
function readProtobuf(bytes: Buffer): [string, Medium][] {
  return messageFields(bytes)
    .filter(({ number }) => number === 1)
    .map(({ content }, index) => {
      const fields = messageFields(content);
      const name = fields.find(({ number }) => number === 1)?.content.toString('utf8') ?? '';
      const size = fields.find(({ number }) => number === 2)?.value ?? 0;
      return [name, { entry: String(index), bytes: size }];
    });
}

interface Field {
  number: number;
  value: number;
  content: Buffer;
}

const nothing = Buffer.alloc(0);

function messageFields(bytes: Buffer): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const readNumber = () => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at];
      if (byte === undefined || factor > 2 ** 42) throw damaged();
      at += 1;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const tag = readNumber();
    const number = Math.floor(tag / 8);
    const type = tag % 8;
    if (type === 0) fields.push({ number, value: readNumber(), content: nothing });
    else if (type === 2) {
      const length = readNumber();
      if (at + length > bytes.length) throw damaged();
      fields.push({ number, value: length, content: bytes.subarray(at, at + length) });
      at += length;
    } else throw damaged();
  }
  return fields;
}
