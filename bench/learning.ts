import type pg from 'pg';
import type { NamedSql } from '../server/src/db/pool.ts';
import { findQueue } from '../server/src/domains/learning/queue.ts';
import type { Viewer } from '../server/src/http/viewer.ts';
import { apiBase, type Bench, get, type Measurement, type Person, signedIn } from './bench.ts';
import { sum } from './comparison.ts';
import type { QueryReference } from './reference-server.ts';
import { type Finding, plainFinding } from './report.ts';
import { signIn } from './test-data.ts';

// What a learner's day costs among a million memories: the queue, and the calls that read it.

/** The users of seed-learning.sql who study so many cards. */
export const learners = { '100 cards': 13, '2,000 cards': 12 } as const;
/** For every learner, however many cards they study. */
const maxQueueMs = 3;
/** Cards of a session of ten minutes at the usual pace. */
const queueLength = 30;

export const learningMeasurements: Measurement[] = Object.entries(learners).map(([studied, userId]) => ({
  name: `review-${userId}`,
  prepare: async ({ client }) => queueOf(client, userId),
  async measure(bench) {
    const person = await signIn(bench.client, userId);
    return [
      await measureQueue(bench, userId, studied),
      await measureCall(bench, person, '/r/review_session', studied),
      await measureCall(bench, person, '/r/learning', studied),
    ];
  },
}));

const queueNames = ['review-due', 'review-new'];
const queuePath = (name: string, userId: number) => `/query/${name}-${userId}`;

/** The two statements of the queue as they are run, for the reference server. */
async function queueOf(client: pg.Client, userId: number): Promise<QueryReference[]> {
  const recorded: NamedSql[] = [];
  const recorder = {
    async query<Row extends object>(statement: object) {
      recorded.push(statement as NamedSql);
      return (await client.query<Row>({ ...(statement as NamedSql) })).rows;
    },
  };
  const now = new Date();
  const day = { now, endOfDay: new Date(now.getTime() + 12 * 3600 * 1000) };
  const viewer: Viewer = { userId, role: 'kRegular', emailVerified: true, sessionId: 0, signedInAt: now };
  await findQueue(recorder, viewer, day, queueLength);
  return recorded.map(({ name, text, values }) => ({
    kind: 'query',
    method: 'GET',
    url: queuePath(name, userId),
    name,
    text,
    values,
    column: 'cardId',
  }));
}

async function measureQueue(bench: Bench, userId: number, studied: string): Promise<Finding> {
  let total = 0;
  for (const name of queueNames) {
    const { read } = await bench.compare(
      { read: { server: bench.referenceServer, buildRequest: get(queuePath(name, userId)) } },
      { amount: 200, connections: 4 },
    );
    total += read.database;
  }
  return plainFinding(`Review queue, ${studied} studied`, total / 1000, maxQueueMs, 'ms of CPU');
}

async function measureCall(bench: Bench, person: Person, path: string, studied: string): Promise<Finding> {
  const { called } = await bench.compare(
    { called: { server: bench.product, buildRequest: get(`${apiBase}${path}`, signedIn(person)) } },
    { amount: 100, connections: 4 },
  );
  return plainFinding(`GET ${path}, ${studied} studied`, sum(called) / 1000, undefined, 'ms of CPU');
}
