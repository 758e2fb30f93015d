import sharp from 'sharp';
import { expect, it, vi } from 'vitest';
import { convertInWorker } from './image-worker.ts';

vi.mock('./conversion.ts', () => {
  throw new Error('EMFILE: too many open files');
});

const square = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#b4500a' } })
    .jpeg()
    .toBuffer();

it('leaves the check of a picture to the image worker if sharp cannot be loaded', async () => {
  expect(await convertInWorker(await square(300))).toMatchObject({ sizes: { lg: { width: 300 } } });
  await expect(convertInWorker(await square(5_100))).rejects.toMatchObject({ code: 'invalid_input' });
});
