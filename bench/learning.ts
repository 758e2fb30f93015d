import type pg from 'pg';
import { findQueue } from '../server/src/domains/learning/queue.ts';
import { apiBase, type Bench, get, type Measurement, type Person, signedIn } from './bench.ts';
import { median, sum } from './comparison.ts';
import { type Finding, plainFinding } from './report.ts';
import { signIn } from './test-data.ts';

// A learner's day among a million memories: the queue, and the calls that read it.

/** The users of seed-learning.sql who study so many cards. */
export const learners = { '100 cards': 13, '2,000 cards': 12 } as const;
const maxQueueMs = 3;
const [warmUps, times] = [20, 100];
/** Cards of the longest session. */
const queueLength = 200;

export const learningMeasurements: Measurement[] = Object.entries(learners).map(([studied, userId]) => ({
  name: `review-${userId}`,
  async measure(bench) {
    const person = await signIn(bench.client, userId);
    return [
      plainFinding(
        `Review queue, ${studied} studied`,
        await measureQueue(bench.client, person),
        maxQueueMs,
        'ms',
      ),
      await measureCall(bench, person, '/r/review_session', studied),
      await measureCall(bench, person, '/r/learning', studied),
    ];
  },
}));

/** The median time of the queue's statements, in milliseconds. */
async function measureQueue(client: pg.Client, { viewer }: Person): Promise<number> {
  const db = {
    query: async <Row extends object>(statement: pg.QueryConfig) =>
      (await client.query<Row>({ ...statement })).rows,
  };
  const tomorrow = new Date(Date.now() + 12 * 3600 * 1000);
  const all: number[] = [];
  for (let time = 0; time < warmUps + times; time += 1) {
    const startedAt = performance.now();
    await findQueue(db, viewer, tomorrow, queueLength);
    if (time >= warmUps) all.push(performance.now() - startedAt);
  }
  return median(all);
}

async function measureCall(bench: Bench, person: Person, path: string, studied: string): Promise<Finding> {
  const { called } = await bench.compare(
    { called: { server: bench.product, buildRequest: get(`${apiBase}${path}`, signedIn(person)) } },
    { amount: 100 },
  );
  return plainFinding(`GET ${path}, ${studied} studied`, sum(called) / 1000, undefined, 'ms of CPU');
}
