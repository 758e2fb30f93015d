import { type Retention, retentionTargets } from '@gyan/contract/learning.ts';
import { describe, expect, it } from 'vitest';
import { forecast } from './forecast.ts';
import { cardsIn } from './review-session.ts';
import { type Memory, recallAt, replay, review } from './scheduler.ts';

const dayMs = 24 * 3600 * 1000;
const start = Date.UTC(2026, 0, 5, 9);

/** A seeded generator of numbers between 0 and 1 (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

interface Learner {
  retention: Retention;
  minutes: number;
  paceMs: number;
  random: () => number;
}

/** A session of a day: the cards that are due with the lowest recall, as many as fit. */
function playDay(memories: Memory[], at: Date, { retention, minutes, paceMs, random }: Learner) {
  const due = [...memories.keys()]
    .filter((index) => (memories[index] as Memory).dueAt.getTime() < at.getTime() + 19 * 3600 * 1000)
    .toSorted(
      (one, other) => recallAt(memories[one] as Memory, at) - recallAt(memories[other] as Memory, at),
    );
  const today = due.slice(0, cardsIn(minutes, paceMs));
  let recalled = 0;
  for (const index of today) {
    const memory = memories[index] as Memory;
    const remembers = random() < recallAt(memory, at);
    if (remembers) recalled += 1;
    let after = review(memory, { at, grade: remembers ? 3 : 1 }, retention);
    if (!remembers) after = review(after, { at: new Date(at.getTime() + 600_000), grade: 3 }, retention);
    memories[index] = after;
  }
  return { reviewed: today.length, recalled, left: due.length - today.length };
}

const learnt = (days: number, retention: Retention) =>
  replay(
    [
      { at: new Date(start - days * dayMs), grade: 3 as const },
      { at: new Date(start - days * dayMs + 600_000), grade: 3 as const },
    ],
    retention,
  ) as Memory;

describe.each(Object.entries(retentionTargets) as [Retention, number][])(
  'the target %s',
  (retention, target) => {
    it('is what learners recall over 200 days, within 3 points', () => {
      let [reviewed, recalled] = [0, 0];
      for (let seed = 1; seed <= 5; seed += 1) {
        const learner = { retention, minutes: 20, paceMs: 6000, random: seeded(seed) };
        const memories: Memory[] = [];
        for (let day = 0; day < 200; day += 1) {
          const at = new Date(start + day * dayMs);
          const played = playDay(memories, at, learner);
          // Cards are young in the first weeks, when whole days are coarse steps.
          if (day >= 30) {
            reviewed += played.reviewed;
            recalled += played.recalled;
          }
          if (day < 60) for (let n = 0; n < 5; n += 1) memories.push(learnt(-day, retention));
        }
      }
      expect(reviewed).toBeGreaterThan(1000);
      expect(Math.abs(recalled / reviewed - target)).toBeLessThan(0.03);
    });

    it('drains a backlog of 2,000 cards within the forecast, in sessions that keep to their minutes', () => {
      const random = seeded(7);
      const learner = { retention, minutes: 10, paceMs: 12_000, random };
      const memories = Array.from({ length: 2000 }, () => learnt(20 + Math.floor(random() * 60), retention));
      const { clearInDays } = forecast(memories, { ...learner, now: new Date(start) });
      expect(clearInDays).not.toBeNull();
      let day = 0;
      for (; day < 365; day += 1) {
        const { reviewed, left } = playDay(memories, new Date(start + day * dayMs), learner);
        expect(reviewed * learner.paceMs).toBeLessThanOrEqual(learner.minutes * 60_000 + learner.paceMs);
        if (left === 0) break;
      }
      expect(day).toBeLessThanOrEqual(Math.ceil((clearInDays as number) * 1.1) + 1);
    });
  },
);
