import { setTimeout as sleep } from 'node:timers/promises';
import { openUploader } from '../torture/support/uploader.ts';
import { openAsker } from './asker.ts';
import { apiBase, type Bench, type Measurement, signedIn } from './bench.ts';
import { quantile } from './comparison.ts';
import { rememberWrites, signIn } from './network.ts';
import { besideFinding } from './report.ts';

// What others wait for while somebody uploads photos to the product, which makes their sizes as it always does: in a process of its
// own, here on the very core that has to answer everybody.

const turnMs = 2_500;
/** For what follows an upload to be over before others are alone again. */
const restMs = 300;

type Uploader = Awaited<ReturnType<typeof openUploader>>;

/** One photo after the other; the last one is waited for. */
async function uploadFor(ms: number, uploader: Uploader): Promise<void> {
  const end = performance.now() + ms;
  while (performance.now() < end) {
    await uploader.prepare();
    const { statuses } = await uploader.run();
    if (statuses.some((status) => status !== 200))
      throw new Error(`An upload was answered with ${statuses.join(', ')}.`);
  }
}

/** Somebody who may upload and whom few know, and what they make goes with them. */
async function findUploader({ client, product }: Bench, started: AsyncDisposableStack): Promise<Uploader> {
  const { rows } = await client.query<{ id: number; last: string }>(`
    select id::integer, (select max(id) from cards) as last
    from users where role = 'kCreator' order by connection_count, id limit 1`);
  const [found] = rows;
  if (!found) throw new Error('There is nobody who may upload.');
  const person = await signIn(client, found.id);
  started.defer(async () => {
    const { rows: cards } = await client.query<{ id: string; photo: string }>(
      'select id, photo_id as photo from cards where owner_id = $1 and id > $2',
      [found.id, found.last],
    );
    const photos = [cards.map(({ photo }) => photo)];
    // A picture rests for a while before it goes; these have rested.
    await client.query(
      `update photos set uploaded_at = uploaded_at - interval '1 hour' where id = any ($1::bigint[])`,
      photos,
    );
    for (const { id } of cards) {
      const path = `${apiBase}/r/post?postId=${id}`;
      const gone = await fetch(`${product.url}${path}`, { method: 'DELETE', headers: signedIn(person) });
      if (!gone.ok) throw new Error(`DELETE ${path}: ${gone.status}.`);
    }
    const patience = performance.now() + 20_000;
    const remaining = 'select from photos where id = any ($1::bigint[])';
    while (performance.now() < patience && (await client.query(remaining, photos)).rowCount) await sleep(100);
  });
  const uploader = await openUploader({ url: product.url, token: person.token, uploads: 1 });
  started.defer(() => uploader.end());
  return uploader;
}

/** Cards that the one who likes and unlikes them did not like before. */
async function cardsFor({ client, people }: Bench): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `select id::integer from cards
     where not exists (select from card_likes where card_id = cards.id and user_id = $1) order by id desc limit 20`,
    [people.few.viewer.userId],
  );
  return rows.map(({ id }) => id);
}

export const besides: Measurement[] = [
  {
    name: 'photo-beside',
    async measure(bench) {
      const { product, people, client, rounds } = bench;
      await using started = bench.started.use(new AsyncDisposableStack());
      started.use(await rememberWrites(client, people.few.viewer.userId));
      const uploader = await findUploader(bench, started);
      const asker = openAsker({ cardIds: await cardsFor(bench), url: product.url, token: people.few.token });
      started.defer(() => asker.end());
      const ask = async (meanwhile: Promise<unknown>) => {
        const { times, refused } = await asker.askDuring(meanwhile);
        if (refused > 0) throw new Error(`${refused} requests beside the uploads had no answer.`);
        return times;
      };
      // So that the process for pictures has started, and what is asked has been asked before.
      await ask(uploadFor(turnMs, uploader));
      const alone: number[] = [];
      const beside: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        await sleep(restMs);
        alone.push(...(await ask(sleep(turnMs))));
        beside.push(...(await ask(uploadFor(turnMs, uploader))));
      }
      const slowest = (times: readonly number[]) => quantile(times, 0.99);
      return [besideFinding('Other requests while photos are made, p99', slowest(beside), slowest(alone), 2)];
    },
  },
];
