import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import sql from 'sql-template-tag';
import { makeCard } from '../server/test/factories.ts';
import { quantile, saysComeBack, watch } from './support/bystanders.ts';
import { type Answer, ask } from './support/client.ts';
import { brokenAfterAMoment, withDatabase } from './support/database.ts';
import { makePeople } from './support/people.ts';
import { type Product, startProduct, untilReady } from './support/product.ts';
import { prove, type Stage } from './support/proof.ts';

// Asks for more than can be done: first of a database that has become slow, then of everything at once. Whoever cannot be served has to
// be told so, and when to come back, while those who are served are served about as well as before.
// Usage: node torture/overload.ts [--seconds 15] [--quick]

const { values: options } = parseArgs({
  options: { seconds: { type: 'string' }, quick: { type: 'boolean', default: false } },
});
const seconds = Number(options.seconds ?? (options.quick ? 5 : 15));
/** Somebody may wait for a connection, then once more, and then for a statement that takes as long as one may. */
const longestMs = 12_500;

interface Flood {
  served: number[];
  shed: number;
  strange: string[];
  slowestMs: number;
}

await prove({ promise: '22', name: 'overload' }, async (stage) => {
  const dataDir = join(stage.folder, 'data');
  const product = await startProduct({ dataDir });
  stage.opened.defer(async () => void (await product.stop()));
  const { token, cardIds } = await withDatabase(dataDir, async (db) => {
    const [person] = await makePeople(db, 1);
    const made: number[] = [];
    for (let one = 0; one < 40; one += 1) made.push(await makeCard(db, { ownerId: person?.id ?? 0 }));
    return { token: person?.token ?? '', cardIds: made };
  });
  const comment = (n: number) =>
    ask(product.api, '/r/comment', {
      method: 'POST',
      token,
      body: { postId: cardIds[n % cardIds.length], rawText: `Number ${n}` },
      timeoutMs: 20_000,
    });
  const search = (n: number) =>
    ask(product.api, `/r/searchfeed?q=light%20${n % 50}`, { token, timeoutMs: 20_000 });

  await withDatabase(dataDir, (db) => slowDown(db));
  const slow = await flood(stage, product, 'a slow database', 400, comment);
  stage.check(slow.shed > 0, 'nobody was turned away from a slow database');
  await withDatabase(dataDir, (db) => speedUp(db));
  await recover(stage, product, token, 'a slow database');

  const calm = await flood(stage, product, 'ordinary load', 16, search);
  const busy = await flood(stage, product, 'too much of everything', 500, search);
  stage.check(busy.shed > 0, 'nobody was turned away from too much of everything');
  const kept = busy.served.length / calm.served.length;
  stage.check(kept > 0.3, `beyond capacity only ${kept.toFixed(2)} of what is possible was served`);
  await recover(stage, product, token, 'too much of everything');

  await withDatabase(dataDir, async (db) => {
    await db.query(
      sql`update cards set score = trending_score(like_count, comment_count, great, created_at)`,
    );
    for (const words of await brokenAfterAMoment(db)) stage.fail(words);
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
  { check }: Stage,
  product: Product,
  name: string,
  people: number,
  asking: (n: number) => Promise<Answer>,
): Promise<Flood> {
  const found: Flood = { served: [], shed: 0, strange: [], slowestMs: 0 };
  const until = performance.now() + seconds * 1000;
  const health = watch(product.url, [{ path: '/healthz', asked: { timeoutMs: 5_000 } }], 500);
  let asked = 0;
  await Promise.all(
    Array.from({ length: people }, async () => {
      while (performance.now() < until) {
        asked += 1;
        const begun = performance.now();
        const answer = await asking(asked).catch((error: Error) => error);
        found.slowestMs = Math.max(found.slowestMs, performance.now() - begun);
        if (!(answer instanceof Error) && answer.status === 200) found.served.push(answer.ms);
        else if (saysComeBack(answer)) {
          found.shed += 1;
          // Half as patient as they are asked to be.
          await sleep(1_000);
        } else
          found.strange.push(
            answer instanceof Error ? `${answer.message} ${String(answer.cause)}` : String(answer.status),
          );
      }
    }),
  );
  await health.end();
  console.log(
    `${name}: ${people} at once, ${found.served.length} served (p50 ${quantile(found.served, 50).toFixed(0)} ms), ${found.shed} told to come back, slowest ${found.slowestMs.toFixed(0)} ms`,
  );
  check(
    found.strange.length === 0,
    `${name}: ${found.strange.length} had neither an answer nor advice, the first ${found.strange[0]}`,
  );
  check(found.slowestMs < longestMs, `${name}: somebody waited ${found.slowestMs.toFixed(0)} ms`);
  check(health.refused.length === 0, `${name}: liveness said ${health.refused[0]}`);
  return found;
}

/** A moment later it is as if nothing had been. */
async function recover({ check }: Stage, product: Product, token: string, after: string): Promise<void> {
  await untilReady(product, 10_000);
  await sleep(2_000);
  const people = watch(product.api, [{ path: '/posts' }, { path: '/r/feed', asked: { token } }]);
  await sleep(2_000);
  await people.end();
  check(people.refused.length === 0, `after ${after}: ${people.refused[0]}`);
  check(quantile(people.waited, 50) < 500, `after ${after}: answers take ${quantile(people.waited, 50)} ms`);
}

async function slowDown(db: Parameters<typeof brokenAfterAMoment>[0]): Promise<void> {
  await db.query(sql`
    create function dawdle() returns trigger language plpgsql as 'begin perform pg_sleep(0.3); return new; end'`);
  await db.query(sql`create trigger dawdle before insert on comments for each row execute function dawdle()`);
}

async function speedUp(db: Parameters<typeof brokenAfterAMoment>[0]): Promise<void> {
  await db.query(sql`drop trigger dawdle on comments`);
  await db.query(sql`drop function dawdle()`);
}
