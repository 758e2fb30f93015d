import { expect, it } from 'vitest';
import { AskedBefore } from './asked-before.ts';

it('knows what it has noted, for one to two minutes', () => {
  const asked = new AskedBefore();
  const begun = performance.now();
  const note = (seconds: number) => asked.note('/api/v1/feed?limit=28', begun + seconds * 1000);
  expect([note(0), note(1), note(70), note(150), note(300), note(301)]).toEqual([
    false,
    true,
    true,
    true,
    false,
    true,
  ]);
});

it('takes few new addresses for old ones', () => {
  const asked = new AskedBefore();
  let mistaken = 0;
  for (let n = 0; n < 5_000; n += 1) if (asked.note(`/api/v1/feed?limit=28&cursor=${n}`)) mistaken += 1;
  expect(mistaken).toBeLessThan(50);
  for (let n = 0; n < 5_000; n += 1) expect(asked.note(`/api/v1/feed?limit=28&cursor=${n}`)).toBe(true);
});
