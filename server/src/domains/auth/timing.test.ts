import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { makeUser } from '#test/factories.ts';

/**
 * Response times must not tell whether an address is known. Known and unknown addresses alternate, so that load affects
 * both alike; medians exclude outliers.
 */
const pairs = 16;

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp();
  await makeUser(gyan.db, { email: 'known@example.org', password: 'quiet river' });
});
afterAll(() => gyan.close());

interface Comparison {
  /** Medians, in milliseconds. */
  known: number;
  unknown: number;
  /** The share of pairs in which the known address took longer. */
  knownSlower: number;
}

async function compare(send: (email: string) => Promise<{ status: number }>): Promise<Comparison> {
  const times = { known: [] as number[], unknown: [] as number[] };
  const statuses = new Set<number>();
  // The first pairs warm up connections and code and are not counted.
  for (let index = -4; index < pairs; index += 1) {
    const turns = index % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const kind of turns) {
      const email = kind === 'known' ? 'known@example.org' : `unknown-${index + 4}@example.org`;
      const began = performance.now();
      const { status } = await send(email);
      if (index >= 0) times[kind].push(performance.now() - began);
      statuses.add(status);
    }
  }
  expect(statuses.size).toBe(1);
  const slower = times.known.filter((time, index) => time > (times.unknown[index] ?? 0)).length;
  return {
    known: median(times.known),
    unknown: median(times.unknown),
    knownSlower: slower / pairs,
  };
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/**
 * Hashing dominates: without it one side would be several times faster in every pair. Load shifts medians too, but not
 * always in the same direction.
 */
function isDistinguishable({ known, unknown, knownSlower }: Comparison): boolean {
  const isClose = Math.abs(known - unknown) < Math.max(3, 0.25 * Math.max(known, unknown));
  const isMixed = knownSlower > 0.2 && knownSlower < 0.8;
  return !isClose && !isMixed;
}

it('takes as long to refuse a wrong password as an unknown address', { timeout: 120_000 }, async () => {
  const comparison = await compare((emailId) =>
    gyan.request('/login', { method: 'POST', body: { emailId, password: 'not this one' } }),
  );
  expect(isDistinguishable(comparison), JSON.stringify(comparison)).toBe(false);
});

it('takes as long to sign up with a known address as with a new one', { timeout: 120_000 }, async () => {
  const comparison = await compare((emailID) =>
    gyan.request('/register', {
      method: 'POST',
      body: { firstName: 'A', lastName: 'B', emailID, password: 'some other river' },
    }),
  );
  expect(isDistinguishable(comparison), JSON.stringify(comparison)).toBe(false);
});

it('takes as long to ask for a reset of a known address as of an unknown one', {
  timeout: 60_000,
}, async () => {
  const comparison = await compare((emailId) =>
    gyan.request('/resetpasswordreq', { method: 'PUT', body: { emailId } }),
  );
  expect(isDistinguishable(comparison), JSON.stringify(comparison)).toBe(false);
});
