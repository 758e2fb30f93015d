import { type Retention, retentionTargets } from '@gyan/contract/learning.ts';
import { describe, expect, it } from 'vitest';
import { forecast } from './forecast.ts';
import { cardsIn } from './review-session.ts';
import { elapsedShare, type Memory, recallAt, replay, review } from './scheduler.ts';

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

/**
 * The session of a day: the due cards with the lowest recall first, until its answers are spent. A forgotten card is
 * answered again in the same session if there is room.
 */
function playDay(memories: Memory[], at: Date, { retention, minutes, paceMs, random }: Learner) {
  const due = [...memories.entries()]
    .filter(([, { dueAt }]) => dueAt.getTime() < at.getTime() + 19 * 3600 * 1000)
    .toSorted(([, one], [, other]) => elapsedShare(other, at) - elapsedShare(one, at));
  const maxAnswers = cardsIn(minutes, paceMs);
  let [reviewed, recalled, answers] = [0, 0, 0];
  for (const [index, memory] of due) {
    if (answers >= maxAnswers) break;
    const remembers = random() < recallAt(memory, at);
    reviewed += 1;
    answers += 1;
    if (remembers) recalled += 1;
    let after = review(memory, { at, grade: remembers ? 3 : 1 }, retention);
    if (!remembers && answers < maxAnswers) {
      answers += 1;
      after = review(after, { at: new Date(at.getTime() + 600_000), grade: 3 }, retention);
    }
    memories[index] = after;
  }
  return { reviewed, recalled, answers, left: due.length - reviewed };
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
      const learner = { retention, minutes: 20, paceMs: 12_000, random };
      const memories = Array.from({ length: 2000 }, () => learnt(20 + Math.floor(random() * 60), retention));
      const { clearInDays } = forecast(memories, { ...learner, now: new Date(start) });
      expect(clearInDays).not.toBeNull();
      let day = 0;
      for (; day < 365; day += 1) {
        const { answers, left } = playDay(memories, new Date(start + day * dayMs), learner);
        expect(answers * learner.paceMs).toBeLessThanOrEqual(learner.minutes * 60_000);
        if (left === 0) break;
      }
      expect(day).toBeLessThanOrEqual(clearInDays as number);
    });
  },
);
