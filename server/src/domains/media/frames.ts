import type { Readable, Writable } from 'node:stream';

/** A picture sent to the image worker. */
export interface Frame {
  id: number;
  bytes: Uint8Array;
}

/** The image worker's `nice` value: below the processes that answer requests, above idle. */
export const imageWorkerPriority = 10;

const headerBytes = 8;

/** Id and length in four bytes each, then the bytes. An IPC message would copy the whole picture on the event loop. */
export function writeFrame(pipe: Writable, { id, bytes }: Frame): void {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32LE(id);
  header.writeUInt32LE(bytes.byteLength, 4);
  pipe.write(header);
  pipe.write(bytes);
}

export function readFrames(pipe: Readable, onFrame: (frame: Frame) => void): void {
  let header: Buffer | null = null;
  pipe.on('readable', () => {
    for (;;) {
      header ??= pipe.read(headerBytes) as Buffer | null;
      if (!header) return;
      const bytes = pipe.read(header.readUInt32LE(4)) as Buffer | null;
      if (!bytes) return;
      onFrame({ id: header.readUInt32LE(), bytes });
      header = null;
    }
  });
}
