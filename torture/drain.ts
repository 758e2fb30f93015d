import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import { makeCard } from '../server/test/factories.ts';
import { sendRequest } from './support/client.ts';
import { waitForInvariants, withDatabase } from './support/database.ts';
import { makePeople, type Person } from './support/people.ts';
import { freePort } from './support/ports.ts';
import { startProduct } from './support/product.ts';
import { runTortureScript } from './support/torture-script.ts';

// Stops the product under load with SIGTERM and counts requests that were accepted and never answered.
// Usage: node torture/drain.ts [--rounds 12] [--quick]

const { values: options } = parseArgs({
  options: { rounds: { type: 'string' }, quick: { type: 'boolean', default: false } },
});
const rounds = Number(options.rounds ?? (options.quick ? 3 : 12));
const longestMs = 10_000;

interface Tally {
  answered: number;
  /** The connection broke after the request was sent. */
  dropped: string[];
  /** Connections refused: a load balancer would have used another server. */
  refused: number;
  unexpected: string[];
}

await runTortureScript({ promise: '21', name: 'drain' }, async ({ folder, cleanup, check }) => {
  const dataDir = join(folder, 'data');
  const settings = { dataDir, port: await freePort() };
  let product = await startProduct(settings);
  cleanup.defer(async () => void (await product.stop()));
  const { people, cardId } = await withDatabase(dataDir, async (db) => {
    const made = await makePeople(db, 12);
    return { people: made, cardId: await makeCard(db, { ownerId: made[0]?.id ?? 0 }) };
  });
  const photo = (
    await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#468' } })
      .png()
      .toBuffer()
  ).toString('base64');
  const tally: Tally = { answered: 0, dropped: [], refused: 0, unexpected: [] };
  let slowestMs = 0;
  let comments = 0;

  for (let round = 0; round < rounds; round += 1) {
    const ending = new AbortController();
    const workers = people.map((person, index) =>
      keepSending(ending.signal, tally, async (round) => {
        const { path, ...options } = nextRequest(person, cardId, index + round, photo);
        const response = await sendRequest(product.api, path, { ...options, timeoutMs: 15_000 });
        if (path === '/r/comment' && response.status === 200) comments += 1;
        return response.status;
      }),
    );
    await sleep(1_000 + Math.random() * 1_000);
    const { code, ms } = await product.stop();
    slowestMs = Math.max(slowestMs, ms);
    check(code === 0, `round ${round + 1} ended with ${code}`);
    check(ms < longestMs, `round ${round + 1} took ${Math.round(ms)} ms to end`);
    ending.abort();
    await Promise.all(workers);
    product = await startProduct(settings);
    console.log(
      `${round + 1}: ended in ${Math.round(ms)} ms; so far ${tally.answered} answered, ${tally.dropped.length} dropped`,
    );
  }
  check(
    tally.dropped.length === 0,
    `${tally.dropped.length} requests were dropped, the first by ${tally.dropped[0]}`,
  );
  check(
    tally.unexpected.length === 0,
    `${tally.unexpected.length} answers were unexpected, the first ${tally.unexpected[0]}`,
  );
  await withDatabase(dataDir, async (db) => {
    const [row] = await db.query<{ count: number }>(
      sql`select count(*) from comments where card_id = ${cardId}`,
    );
    check(row?.count === comments, `${comments} comments were answered, ${row?.count} are there`);
    await db.query(
      sql`update cards set score = trending_score(like_count, comment_count, great, created_at) where id = ${cardId}`,
    );
    for (const message of await waitForInvariants(db)) check(false, message);
  });
  return {
    rounds,
    answered: tally.answered,
    dropped: tally.dropped.length,
    'refused to connect': tally.refused,
    'slowest end s': Math.round(slowestMs / 100) / 10,
  };
});

function nextRequest({ token }: Person, cardId: number, round: number, photo: string) {
  const body = { postId: cardId };
  switch (round % 6) {
    case 0:
      return { path: '/r/comment', method: 'POST', token, body: { ...body, rawText: `Number ${round}` } };
    case 1:
      return { path: '/r/post_like', method: 'PUT', token, body: { ...body, liked: round % 4 === 1 } };
    case 2:
      return { path: '/r/feed', token };
    case 3:
      return { path: '/searchfeed?q=light' };
    case 4:
      return round % 12 === 4
        ? {
            path: '/r/post',
            method: 'POST',
            token,
            form: { title: 'Late', statusText: 'In time?', photoBase64: photo },
          }
        : { path: `/r/post?postId=${cardId}`, token };
    default:
      return { path: '/posts' };
  }
}

async function keepSending(
  signal: AbortSignal,
  tally: Tally,
  send: (round: number) => Promise<number>,
): Promise<void> {
  for (let round = 0; !signal.aborted; round += 1) {
    try {
      const status = await send(round);
      if (status === 200) tally.answered += 1;
      else tally.unexpected.push(String(status));
    } catch (error) {
      const { code, message } = ((error as Error).cause ?? error) as { code?: string; message: string };
      if (code === 'ECONNREFUSED') {
        tally.refused += 1;
        await sleep(50);
      } else tally.dropped.push(`${code} ${message}`);
    }
  }
}
