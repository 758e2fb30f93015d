import { expect, test } from 'vitest';
import { isAcceptedImage } from './image-type.ts';

test.each(['png', 'jpg', 'jpeg', 'bmp', 'gif', 'tiff', 'webp', 'x-icon'])('image/%s is taken', (kind) => {
  expect(isAcceptedImage({ type: `image/${kind}` })).toBe(true);
});

test.each(['image/svg+xml', 'text/html', 'video/mp4', ''])('%j is refused', (type) => {
  expect(isAcceptedImage({ type })).toBe(false);
});
