import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import { importLimits } from '@gyan/contract/files.ts';
import { FileRefusal, tooManyBytes } from './refusal.ts';

interface Entry {
  name: string;
  isStored: boolean;
  crc: number;
  packedBytes: number;
  bytes: number;
  /** Where its local header begins. */
  offset: number;
}

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
const endBytes = 22;
const entryBytes = 46;
const localBytes = 30;
const mostComment = 0xffff;
const pieceBytes = 256 * 1024;

const damaged = (cause?: unknown) =>
  new FileRefusal('This archive is damaged or incomplete.', 'invalid_input', cause);

/**
 * Reads a zip file from disk, one entry at a time. The sizes that the archive states are checked first and hold as
 * limits while an entry is unpacked, so that nothing unpacks to more than it states.
 */
export class Archive {
  readonly #file: number;
  readonly #entries = new Map<string, Entry>();

  constructor(path: string) {
    this.#file = openSync(path, 'r');
    try {
      this.#readDirectory();
    } catch (error) {
      this.close();
      throw error instanceof FileRefusal ? error : damaged(error);
    }
  }

  get names(): string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  sizeOf(name: string): number {
    return this.#entries.get(name)?.bytes ?? 0;
  }

  /** The content of an entry; throws if it is longer than `maxBytes`. */
  read(name: string, maxBytes: number): Buffer {
    const entry = this.#get(name);
    if (entry.bytes > maxBytes) throw tooManyBytes(maxBytes);
    const packed = this.#readAt(this.#contentAt(entry), entry.packedBytes);
    const content = entry.isStored ? packed : inflate(packed, entry.bytes);
    if (content.length !== entry.bytes || crc32(content) !== entry.crc) throw damaged();
    return content;
  }

  /** Unpacks an entry to a file, in pieces. */
  async unpack(name: string, path: string): Promise<void> {
    const entry = this.#get(name);
    const target = openSync(path, 'wx', 0o600);
    let bytes = 0;
    let crc = 0;
    const write = async (pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) {
        bytes += piece.length;
        if (bytes > entry.bytes) throw damaged();
        crc = crc32(piece, crc);
        writeSync(target, piece);
      }
    };
    try {
      const pieces = this.#pieces(entry);
      await (entry.isStored ? pipeline(pieces, write) : pipeline(pieces, createInflateRaw(), write));
    } catch (error) {
      throw error instanceof FileRefusal ? error : damaged(error);
    } finally {
      closeSync(target);
    }
    if (bytes !== entry.bytes || crc !== entry.crc) throw damaged();
  }

  close(): void {
    closeSync(this.#file);
  }

  #get(name: string): Entry {
    const entry = this.#entries.get(name);
    if (!entry) throw damaged();
    return entry;
  }

  async *#pieces(entry: Entry): AsyncGenerator<Buffer> {
    const start = this.#contentAt(entry);
    for (let at = 0; at < entry.packedBytes; at += pieceBytes) {
      yield this.#readAt(start + at, Math.min(pieceBytes, entry.packedBytes - at));
    }
  }

  #contentAt({ offset }: Entry): number {
    const header = this.#readAt(offset, localBytes);
    if (header.readUInt32LE(0) !== localSignature) throw damaged();
    return offset + localBytes + header.readUInt16LE(26) + header.readUInt16LE(28);
  }

  #readAt(position: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    if (readSync(this.#file, bytes, 0, length, position) !== length) throw damaged();
    return bytes;
  }

  #readDirectory(): void {
    const { size } = fstatSync(this.#file);
    const tailBytes = Math.min(size, endBytes + mostComment);
    const tail = this.#readAt(size - tailBytes, tailBytes);
    const end = findEnd(tail);
    const count = tail.readUInt16LE(end + 10);
    if (count > importLimits.entries) {
      throw new FileRefusal(
        `An archive can have at most ${importLimits.entries.toLocaleString('en')} files.`,
        'too_large',
      );
    }
    const directory = this.#readAt(tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12));
    let at = 0;
    let bytes = 0;
    for (let index = 0; index < count; index += 1) {
      const { entry, next } = readEntry(directory, at);
      at = next;
      bytes += entry.bytes;
      if (bytes > importLimits.unpackedBytes) throw tooManyBytes(importLimits.unpackedBytes);
      if (entry.name.endsWith('/')) continue;
      if (this.#entries.has(entry.name)) {
        throw new FileRefusal(`This archive has two files named “${entry.name}”.`);
      }
      this.#entries.set(entry.name, entry);
    }
  }
}

function findEnd(tail: Buffer): number {
  for (let at = tail.length - endBytes; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) === endSignature) return at;
  }
  throw new FileRefusal('This is not a zip archive, or its end is missing.');
}

function readEntry(directory: Buffer, at: number): { entry: Entry; next: number } {
  if (directory.readUInt32LE(at) !== entrySignature) throw damaged();
  const flags = directory.readUInt16LE(at + 8);
  const method = directory.readUInt16LE(at + 10);
  const nameBytes = directory.readUInt16LE(at + 28);
  const name = directory.toString('utf8', at + entryBytes, at + entryBytes + nameBytes);
  if (flags & 1) throw new FileRefusal('This archive is encrypted.');
  if (method !== 0 && method !== 8) throw new FileRefusal('This archive is packed in an unknown way.');
  if (!isPlainPath(name)) throw new FileRefusal(`This archive has a file with an unsafe name: “${name}”.`);
  const entry = {
    name,
    isStored: method === 0,
    crc: directory.readUInt32LE(at + 16),
    packedBytes: directory.readUInt32LE(at + 20),
    bytes: directory.readUInt32LE(at + 24),
    offset: directory.readUInt32LE(at + 42),
  };
  const next =
    at + entryBytes + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  return { entry, next };
}

/** A relative path that stays in its folder. */
export function isPlainPath(name: string): boolean {
  const parts = name.replace(/\/$/, '').split('/');
  return parts.every((part) => part !== '' && part !== '.' && part !== '..') && !/[\\:\p{Cc}]/u.test(name);
}

function inflate(packed: Buffer, bytes: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, bytes) });
  } catch (error) {
    throw damaged(error);
  }
}
