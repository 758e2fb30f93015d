import { setTimeout as sleep } from 'node:timers/promises';
import { openUploader } from '../torture/support/uploader.ts';
import { apiBase, type Bench, type Measurement, signedIn } from './bench.ts';
import { quantile } from './comparison.ts';
import { openLatencySampler } from './latency-sampler.ts';
import { underLoadFinding } from './report.ts';
import { signIn, undoWritesLater } from './test-data.ts';

// Latency of other requests during photo uploads. The image worker runs on the same core as the server here.

const roundMs = 2_500;
/** Time for the work that follows an upload. */
const settleMs = 300;

type Uploader = Awaited<ReturnType<typeof openUploader>>;

/** Uploads photos in sequence and waits for the last one. */
async function uploadFor(ms: number, uploader: Uploader): Promise<void> {
  const end = performance.now() + ms;
  while (performance.now() < end) {
    await uploader.prepare();
    const { statuses } = await uploader.run();
    if (statuses.some((status) => status !== 200))
      throw new Error(`An upload was answered with ${statuses.join(', ')}.`);
  }
}

/** An uploader that acts as a creator with few connections; its cards and photos are deleted at the end. */
async function openTestUploader(
  { client, product }: Bench,
  started: AsyncDisposableStack,
): Promise<Uploader> {
  const { rows } = await client.query<{ id: number; last: string }>(`
    select id::integer, (select max(id) from cards) as last
    from users where role = 'kCreator' order by connection_count, id limit 1`);
  const [found] = rows;
  if (!found) throw new Error('There is no creator who could upload.');
  const person = await signIn(client, found.id);
  started.defer(async () => {
    const { rows: cards } = await client.query<{ id: string; photo: string }>(
      'select id, photo_id as photo from cards where owner_id = $1 and id > $2',
      [found.id, found.last],
    );
    const photos = [cards.map(({ photo }) => photo)];
    // Photos are deleted some time after their upload; make these old enough.
    await client.query(
      `update photos set uploaded_at = uploaded_at - interval '1 hour' where id = any ($1::bigint[])`,
      photos,
    );
    for (const { id } of cards) {
      const path = `${apiBase}/r/post?postId=${id}`;
      const response = await fetch(`${product.url}${path}`, { method: 'DELETE', headers: signedIn(person) });
      if (!response.ok) throw new Error(`DELETE ${path}: ${response.status}.`);
    }
    const deadline = performance.now() + 20_000;
    const remaining = 'select from photos where id = any ($1::bigint[])';
    while (performance.now() < deadline && (await client.query(remaining, photos)).rowCount) await sleep(100);
  });
  const uploader = await openUploader({ url: product.url, token: person.token, uploads: 1 });
  started.defer(() => uploader.disconnect());
  return uploader;
}

/** Cards that the test user has not liked. */
async function cardsToLike({ client, people }: Bench): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `select id::integer from cards
     where not exists (select from card_likes where card_id = cards.id and user_id = $1) order by id desc limit 20`,
    [people.few.viewer.userId],
  );
  return rows.map(({ id }) => id);
}

export const uploadMeasurements: Measurement[] = [
  {
    name: 'photo-uploads',
    async measure(bench) {
      const { product, people, client, rounds } = bench;
      await using started = bench.started.use(new AsyncDisposableStack());
      started.use(await undoWritesLater(client, people.few.viewer.userId));
      const uploader = await openTestUploader(bench, started);
      const sampler = openLatencySampler({
        cardIds: await cardsToLike(bench),
        url: product.url,
        token: people.few.token,
      });
      started.defer(() => sampler.end());
      const sample = async (work: Promise<unknown>) => {
        const { times, failed } = await sampler.sampleDuring(work);
        if (failed > 0) throw new Error(`${failed} requests during the uploads were not answered.`);
        return times;
      };
      // Starts the image worker and warms caches.
      await sample(uploadFor(roundMs, uploader));
      const idle: number[] = [];
      const busy: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        await sleep(settleMs);
        idle.push(...(await sample(sleep(roundMs))));
        busy.push(...(await sample(uploadFor(roundMs, uploader))));
      }
      const slowest = (times: readonly number[]) => quantile(times, 0.99);
      return [underLoadFinding('Other requests during photo uploads, p99', slowest(busy), slowest(idle), 2)];
    },
  },
];
