import type { AnswerOf } from '@gyan/contract/calls.ts';
import { type LearningSettings, Retention } from '@gyan/contract/learning.ts';
import type { Db } from '#db/pool.ts';
import type { Viewer } from '#http/viewer.ts';
import { findQueuedMemories } from './queue.ts';
import { cardsIn, findPace } from './review-session.ts';
import { elapsedShare, intervalDays, type Memory, recallAt, review } from './scheduler.ts';

type Forecast = AnswerOf<'GET /r/learning_forecast'>['forecastVec'][number];

const shownDays = 28;
const mostDays = 365;
/** A larger queue is forecast from a sample of this size. */
const sampleSize = 400;
const dayMs = 24 * 3600 * 1000;

/** What a session a day would cost over the next four weeks, at each retention. */
export async function findForecasts(
  db: Db,
  viewer: Viewer,
  settings: LearningSettings,
  now = new Date(),
): Promise<Forecast[]> {
  const memories = await findQueuedMemories(db, viewer);
  const paceMs = await findPace(db, viewer.userId);
  return Retention.options.map((retention) =>
    forecast(memories, { retention, paceMs, minutes: settings.minutes, now }),
  );
}

export interface ForecastOptions {
  retention: Retention;
  minutes: number;
  paceMs: number;
  now: Date;
}

/**
 * Simulates one session a day. Which cards are forgotten is spread evenly over them, so that it is the same every time.
 * A forgotten card is answered a second time in the same session if its minutes allow it.
 */
export function forecast(memories: readonly Memory[], options: ForecastOptions): Forecast {
  const { retention, paceMs, minutes, now } = options;
  const step = Math.max(1, memories.length / sampleSize);
  const sample = Array.from({ length: Math.ceil(memories.length / step) }, (_, index) =>
    startingMemory(memories[Math.floor(index * step)] as Memory, retention),
  );
  const perDay = Math.max(1, cardsIn(minutes, paceMs) / step);
  const minuteVec: number[] = [];
  let clearInDays: number | null = null;
  let forgotten = 0;
  for (let day = 0; day < mostDays && (day < shownDays || clearInDays === null); day += 1) {
    const at = new Date(now.getTime() + day * dayMs);
    const due = [...sample.entries()]
      .filter(([, { dueAt }]) => dueAt <= at)
      .toSorted(([, one], [, other]) => elapsedShare(other, at) - elapsedShare(one, at));
    let [cards, answers] = [0, 0];
    for (const [index, memory] of due) {
      if (answers >= perDay) break;
      cards += 1;
      answers += 1;
      forgotten += 1 - recallAt(memory, at);
      const isForgotten = forgotten >= 1;
      if (isForgotten) forgotten -= 1;
      let after = review(memory, { at, grade: isForgotten ? 1 : 3 }, retention);
      if (isForgotten && answers < perDay) {
        answers += 1;
        after = review(after, { at: new Date(at.getTime() + 600_000), grade: 3 }, retention);
      }
      sample[index] = after;
    }
    if (day < shownDays) minuteVec.push(Math.round(((answers * step * paceMs) / 60_000) * 10) / 10);
    if (clearInDays === null && cards === due.length) clearInDays = day;
  }
  return { retention, minuteVec, clearInDays };
}

/** The memory with the due date it would have, had its last interval been chosen for this retention. */
function startingMemory(memory: Memory, retention: Retention): Memory {
  if (memory.scheduledDays < 1) return memory;
  const interval = intervalDays(memory.stability, retention) * dayMs;
  return { ...memory, dueAt: new Date(memory.lastReviewAt.getTime() + interval) };
}
