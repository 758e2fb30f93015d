import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limitPan, unzoomed, zoomAround } from './zoom.ts';

const side = fc.integer({ min: 1, max: 4000 });
const size = fc.record({ width: side, height: side });
const offset = fc.integer({ min: -5000, max: 5000 });
const point = fc.record({ x: offset, y: offset });

test('the point under the finger stays where it is', () => {
  fc.assert(
    fc.property(point, fc.double({ min: 1, max: 6, noNaN: true }), (finger, factor) => {
      const { scale, x, y } = zoomAround(unzoomed, factor, finger);
      // The picture's point that was under the finger at scale 1 is the finger's own position.
      expect(x + finger.x * scale).toBeCloseTo(finger.x, 5);
      expect(y + finger.y * scale).toBeCloseTo(finger.y, 5);
    }),
  );
});

test('zooming out ends at the whole picture, zooming in at six times', () => {
  expect(zoomAround({ scale: 2, x: 0, y: 0 }, 0.01, { x: 0, y: 0 }).scale).toBe(1);
  expect(zoomAround({ scale: 2, x: 0, y: 0 }, 100, { x: 0, y: 0 }).scale).toBe(6);
});

test('a picture cannot be dragged off the screen', () => {
  fc.assert(
    fc.property(size, size, point, fc.integer({ min: 1, max: 6 }), (picture, screen, moved, scale) => {
      const { x, y } = limitPan({ scale, ...moved }, picture, screen);
      const ratio = Math.min(screen.width / picture.width, screen.height / picture.height) * scale;
      const most = (whole: number, room: number) => Math.max(0, (whole * ratio - room) / 2) + 1e-6;
      expect(Math.abs(x)).toBeLessThanOrEqual(most(picture.width, screen.width));
      expect(Math.abs(y)).toBeLessThanOrEqual(most(picture.height, screen.height));
    }),
  );
});

test('a whole picture is centred', () => {
  const screen = { width: 360, height: 740 };
  expect(limitPan({ scale: 1, x: 40, y: -90 }, { width: 1600, height: 900 }, screen)).toEqual(unzoomed);
});
