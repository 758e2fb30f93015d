import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitWidth, largestArea, pixelsOf } from './crop-geometry.ts';

const size = fc.record({
  width: fc.integer({ min: 1, max: 8000 }),
  height: fc.integer({ min: 1, max: 8000 }),
});

test('the first crop touches two borders, is centred and has the ratio asked for', () => {
  fc.assert(
    fc.property(size, fc.constantFrom(16 / 9, 4 / 3, 1), (picture, aspect) => {
      const area = largestArea(picture, aspect);
      expect(Math.max(area.width, area.height)).toBeCloseTo(100);
      expect(area.x * 2 + area.width).toBeCloseTo(100);
      expect(area.y * 2 + area.height).toBeCloseTo(100);
      expect((area.width * picture.width) / (area.height * picture.height)).toBeCloseTo(aspect);
    }),
  );
});

test('what is cut out always lies inside the picture and is never empty', () => {
  const percent = fc.double({ min: 0, max: 100, noNaN: true });
  fc.assert(
    fc.property(size, percent, percent, percent, percent, (picture, x, y, width, height) => {
      const area = pixelsOf({ x, y, width, height }, picture);
      expect(area.x).toBeGreaterThanOrEqual(0);
      expect(area.y).toBeGreaterThanOrEqual(0);
      expect(area.width).toBeGreaterThanOrEqual(1);
      expect(area.height).toBeGreaterThanOrEqual(1);
      expect(area.x + area.width).toBeLessThanOrEqual(picture.width);
      expect(area.y + area.height).toBeLessThanOrEqual(picture.height);
    }),
  );
});

test('a small picture is not blown up, a large one is scaled down', () => {
  expect(fitWidth({ width: 800, height: 450 }, 1920)).toEqual({ width: 800, height: 450 });
  expect(fitWidth({ width: 3840, height: 2160 }, 1920)).toEqual({ width: 1920, height: 1080 });
});
