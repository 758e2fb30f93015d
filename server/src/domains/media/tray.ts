import type { Readable, Writable } from 'node:stream';

/** A picture on its way to the process that develops it. */
export interface Exposed {
  id: number;
  bytes: Uint8Array;
}

/** A step behind those who answer requests. At the lowest, a picture would hardly be made at all while they have their hands full. */
export const darkroomPriority = 10;

const labelBytes = 8;

/**
 * The number and the length in four bytes each, and then the picture, as it is and as fast as the other side takes it. A message between
 * processes would be copied as a whole first, while everybody else waits.
 */
export function putIn(tray: Writable, { id, bytes }: Exposed): void {
  const label = Buffer.alloc(labelBytes);
  label.writeUInt32LE(id);
  label.writeUInt32LE(bytes.byteLength, 4);
  tray.write(label);
  tray.write(bytes);
}

export function takeOut(tray: Readable, take: (exposed: Exposed) => void): void {
  let label: Buffer | null = null;
  tray.on('readable', () => {
    for (;;) {
      label ??= tray.read(labelBytes) as Buffer | null;
      if (!label) return;
      const bytes = tray.read(label.readUInt32LE(4)) as Buffer | null;
      if (!bytes) return;
      take({ id: label.readUInt32LE(), bytes });
      label = null;
    }
  });
}
