import type { Readable, Writable } from 'node:stream';

/** A task for the image worker. */
export interface Frame {
  id: number;
  /** What to draw around the picture, as JSON; empty to convert the picture. */
  drawing: string;
  bytes: Uint8Array;
}

const headerBytes = 12;

/**
 * Id and both lengths in four bytes each, then the drawing and the picture. An IPC message would copy the whole picture
 * on the event loop.
 */
export function writeFrame(pipe: Writable, { id, drawing, bytes }: Frame): void {
  const text = Buffer.from(drawing);
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32LE(id);
  header.writeUInt32LE(text.byteLength, 4);
  header.writeUInt32LE(bytes.byteLength, 8);
  pipe.write(Buffer.concat([header, text]));
  pipe.write(bytes);
}

export function readFrames(pipe: Readable, onFrame: (frame: Frame) => void): void {
  let header: Buffer | null = null;
  pipe.on('readable', () => {
    for (;;) {
      header ??= pipe.read(headerBytes) as Buffer | null;
      if (!header) return;
      const textBytes = header.readUInt32LE(4);
      const length = textBytes + header.readUInt32LE(8);
      const body = pipe.read(length) as Buffer | null;
      if (!body) return;
      onFrame({
        id: header.readUInt32LE(),
        drawing: body.toString('utf8', 0, textBytes),
        bytes: body.subarray(textBytes),
      });
      header = null;
    }
  });
}
