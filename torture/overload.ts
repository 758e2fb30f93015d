import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import sql from 'sql-template-tag';
import { makeCard } from '../server/test/factories.ts';
import { type ApiResponse, sendRequest } from './support/client.ts';
import { waitForInvariants, withDatabase } from './support/database.ts';
import { makePeople } from './support/people.ts';
import { isRetryLater, quantile, startProbe } from './support/probe.ts';
import { type Product, startProduct, untilReady } from './support/product.ts';
import { runTortureScript, type ScriptContext } from './support/torture-script.ts';

// Overloads the product: first with a slow database, then with too many requests. Excess requests must get 503 with
// Retry-After, and throughput must stay close to normal.
// Usage: node torture/overload.ts [--seconds 15] [--quick]

const { values: options } = parseArgs({
  options: { seconds: { type: 'string' }, quick: { type: 'boolean', default: false } },
});
const seconds = Number(options.seconds ?? (options.quick ? 5 : 15));
/** Two waits for a connection and one statement that runs into its timeout. */
const maxMs = 12_500;

interface Flood {
  served: number[];
  shed: number;
  unexpected: string[];
  slowestMs: number;
}

await runTortureScript({ promise: '22', name: 'overload' }, async (context) => {
  const dataDir = join(context.folder, 'data');
  const product = await startProduct({ dataDir });
  context.cleanup.defer(async () => void (await product.stop()));
  const { token, cardIds } = await withDatabase(dataDir, async (db) => {
    const [person] = await makePeople(db, 1);
    const made: number[] = [];
    for (let one = 0; one < 40; one += 1) made.push(await makeCard(db, { ownerId: person?.id ?? 0 }));
    return { token: person?.token ?? '', cardIds: made };
  });
  const comment = (n: number) =>
    sendRequest(product.api, '/r/comment', {
      method: 'POST',
      token,
      body: { postId: cardIds[n % cardIds.length], rawText: `Number ${n}` },
      timeoutMs: 20_000,
    });
  const search = (n: number) =>
    sendRequest(product.api, `/r/searchfeed?q=light%20${n % 50}`, { token, timeoutMs: 20_000 });

  await withDatabase(dataDir, (db) => slowDown(db));
  const slow = await flood(context, product, 'a slow database', 400, comment);
  context.check(slow.shed > 0, 'a slow database refused no request');
  await withDatabase(dataDir, (db) => speedUp(db));
  await recover(context, product, token, 'a slow database');

  const calm = await flood(context, product, 'ordinary load', 16, search);
  const busy = await flood(context, product, 'too many requests', 500, search);
  context.check(busy.shed > 0, 'too many requests were not refused');
  const kept = busy.served.length / calm.served.length;
  context.check(kept > 0.3, `beyond capacity only ${kept.toFixed(2)} of what is possible was served`);
  await recover(context, product, token, 'too many requests');

  await withDatabase(dataDir, async (db) => {
    await db.query(
      sql`update cards set score = trending_score(like_count, comment_count, great, created_at)`,
    );
    for (const message of await waitForInvariants(db)) context.fail(message);
  });
  return {
    'served by a slow database': slow.served.length,
    'shed by a slow database': slow.shed,
    'served at ordinary load': calm.served.length,
    'served beyond capacity': busy.served.length,
    'shed beyond capacity': busy.shed,
    'slowest answer s': Math.round(Math.max(slow.slowestMs, busy.slowestMs) / 100) / 10,
  };
});

async function flood(
  { check }: ScriptContext,
  product: Product,
  name: string,
  people: number,
  send: (n: number) => Promise<ApiResponse>,
): Promise<Flood> {
  const found: Flood = { served: [], shed: 0, unexpected: [], slowestMs: 0 };
  const until = performance.now() + seconds * 1000;
  const health = startProbe(product.url, [{ path: '/healthz', options: { timeoutMs: 5_000 } }], 500);
  let count = 0;
  await Promise.all(
    Array.from({ length: people }, async () => {
      while (performance.now() < until) {
        count += 1;
        const startedAt = performance.now();
        const response = await send(count).catch((error: Error) => error);
        found.slowestMs = Math.max(found.slowestMs, performance.now() - startedAt);
        if (!(response instanceof Error) && response.status === 200) found.served.push(response.ms);
        else if (isRetryLater(response)) {
          found.shed += 1;
          // Half of Retry-After.
          await sleep(1_000);
        } else
          found.unexpected.push(
            response instanceof Error
              ? `${response.message} ${String(response.cause)}`
              : String(response.status),
          );
      }
    }),
  );
  await health.stop();
  console.log(
    `${name}: ${people} at once, ${found.served.length} served (p50 ${quantile(found.served, 50).toFixed(0)} ms), ${found.shed} told to come back, slowest ${found.slowestMs.toFixed(0)} ms`,
  );
  check(
    found.unexpected.length === 0,
    `${name}: ${found.unexpected.length} got neither an answer nor Retry-After, the first ${found.unexpected[0]}`,
  );
  check(found.slowestMs < maxMs, `${name}: a request took ${found.slowestMs.toFixed(0)} ms`);
  check(health.refused.length === 0, `${name}: liveness said ${health.refused[0]}`);
  return found;
}

/** Checks that the product answers normally after the overload. */
async function recover(
  { check }: ScriptContext,
  product: Product,
  token: string,
  after: string,
): Promise<void> {
  await untilReady(product, 10_000);
  await sleep(2_000);
  const people = startProbe(product.api, [{ path: '/posts' }, { path: '/r/feed', options: { token } }]);
  await sleep(2_000);
  await people.stop();
  check(people.refused.length === 0, `after ${after}: ${people.refused[0]}`);
  check(
    quantile(people.latencies, 50) < 500,
    `after ${after}: answers take ${quantile(people.latencies, 50)} ms`,
  );
}

async function slowDown(db: Parameters<typeof waitForInvariants>[0]): Promise<void> {
  await db.query(sql`
    create function dawdle() returns trigger language plpgsql as 'begin perform pg_sleep(0.3); return new; end'`);
  await db.query(sql`create trigger dawdle before insert on comments for each row execute function dawdle()`);
}

async function speedUp(db: Parameters<typeof waitForInvariants>[0]): Promise<void> {
  await db.query(sql`drop trigger dawdle on comments`);
  await db.query(sql`drop function dawdle()`);
}
