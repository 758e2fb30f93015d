import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import sharp from 'sharp';
import { startEmbedded } from '../server/src/db/embedded.ts';
import { findPostmaster } from '../server/src/db/embedded-postmaster.ts';
import { type AnkiNote, writeCollection } from '../server/src/domains/files/anki-writer.ts';
import { type ZipFile, zip } from '../server/src/lib/zip.ts';
import { apiBase, type Person, signedIn } from './bench.ts';
import { median } from './comparison.ts';
import { backendTimes, childrenOf, forgetPeak, peakMegabytes, processSeconds, usedBetween } from './cpu.ts';
import { type RunningServer, startProduct } from './processes.ts';
import { type Finding, plainFinding } from './report.ts';
import { signIn } from './test-data.ts';

// An Anki package with photos, imported and exported through HTTP. Uses a database of its own: the test data has no
// pictures.

const noteCount = 5_000;
const pictureCount = 600;
const maxMegabytes = 250;
const maxSecondsPer200 = 1;

export async function measureFiles(started: AsyncDisposableStack): Promise<Finding[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gyan-bench-files-'));
  started.defer(() => rm(dataDir, { recursive: true, force: true }));
  const quiet = { info() {}, warn: console.warn, error: console.error };
  const embedded = await startEmbedded({ dataDir, log: quiet });
  started.defer(() => embedded.stop());
  const { url } = embedded;
  const postmaster = await findPostmaster(join(dataDir, 'postgres'));
  if (!postmaster) throw new Error('The database is gone.');
  const product = await startProduct({ url, dataDir, postmasterPid: postmaster.pid });
  started.defer(() => product.stop());
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  started.defer(() => client.end());
  const { rows } = await client.query<{ id: number }>(`
    insert into users (email, email_verified_at, first_name, last_name, role)
    values ('files@bench.example', now(), 'Meera', 'Nair', 'kCreator') returning id::integer`);
  const creator = await signIn(client, rows[0]?.id ?? 0);
  const path = join(dataDir, 'notes.apkg');
  await pipeline(Readable.from(zip(packageFiles())), createWriteStream(path));
  return [
    ...(await measureImport(product, creator, path)),
    await measureExport(product, creator, { client, postmasterPid: postmaster.pid }),
  ];
}

async function measureImport(product: RunningServer, creator: Person, path: string): Promise<Finding[]> {
  const form = new FormData();
  form.set('format', 'apkg');
  form.set('file', await openAsBlob(path), 'notes.apkg');
  await forgetPeak(product.pid);
  const { jobId } = await call<{ jobId: number }>(product, creator, 'import_file', {
    method: 'POST',
    body: form,
  });
  let readerPeak = 0;
  for (;;) {
    for (const pid of await childrenOf(product.pid, 'reader-process')) {
      readerPeak = Math.max(readerPeak, await peakMegabytes(pid).catch(() => 0));
    }
    const { state, done } = await call<{ state: string; done: number }>(
      product,
      creator,
      `job?jobId=${jobId}`,
    );
    if (state === 'done') break;
    if (state !== 'running') throw new Error(`The import ended as ${state} after ${done} steps.`);
    await sleep(200);
  }
  const name = `Import of ${noteCount.toLocaleString('en')} Anki notes with ${pictureCount} photos`;
  return [
    plainFinding(`${name}: memory of the server`, await peakMegabytes(product.pid), maxMegabytes, 'MB'),
    plainFinding(`${name}: memory of the reader`, readerPeak, maxMegabytes, 'MB'),
  ];
}

async function measureExport(
  product: RunningServer,
  creator: Person,
  { client, postmasterPid }: { client: pg.Client; postmasterPid: number },
): Promise<Finding> {
  const { rows } = await client.query<{ chain: string }>(
    `with chain as (
       insert into chains (owner_id, title, visibility) values ($1, 'Photos', 'draft') returning id
     ), linked as (
       insert into chain_cards (chain_id, card_id, rank)
       select chain.id, cards.id, cards.id from cards, chain where photo_id is not null order by cards.id limit $2
       returning 1
     )
     select id as chain from chain`,
    [creator.viewer.userId, pictureCount],
  );
  const all: number[] = [];
  for (let time = 0; time < 5; time += 1) {
    const [server, database] = [await processSeconds(product.pid), await backendTimes(postmasterPid)];
    const address = `${product.url}${apiBase}/r/export_file?format=apkg&chapterId=${rows[0]?.chain}`;
    const response = await fetch(address, { headers: signedIn(creator) });
    let bytes = 0;
    for await (const piece of response.body ?? []) bytes += (piece as Uint8Array).length;
    if (bytes < pictureCount * 10_000) throw new Error(`The package has only ${bytes} bytes.`);
    const statements = usedBetween(database, await backendTimes(postmasterPid)) / 1e6;
    all.push((await processSeconds(product.pid)) - server + statements);
  }
  const seconds = (median(all) * 200) / pictureCount;
  return plainFinding(
    `Export of ${pictureCount} cards with photos to Anki, per 200 cards`,
    seconds,
    maxSecondsPer200,
    's of CPU',
  );
}

async function call<Answer>(
  { url }: RunningServer,
  person: Person,
  path: string,
  init: RequestInit = {},
): Promise<Answer> {
  const response = await fetch(`${url}${apiBase}/r/${path}`, { ...init, headers: signedIn(person) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return JSON.parse(text) as Answer;
}

/** Every note has a picture; the first ones have their own. */
async function* packageFiles(): AsyncGenerator<ZipFile> {
  const pictureOf = (index: number) => `${index % pictureCount}.jpg`;
  const notes = Array.from({ length: noteCount }, (_, index): AnkiNote => {
    const picture = `<img src="${pictureOf(index)}">`;
    return {
      guid: `bench-${index}`,
      createdAt: 1_700_000_000_000 + index,
      changedAt: 1_700_000_000_000,
      deckId: 1_000_000_000_001,
      fields: {
        Title: `Note ${index}`,
        Picture: picture,
        Text: `<b>${index}</b> ${'Some words about it. '.repeat(30)}`,
        Video: '',
        Author: 'Meera',
        License: 'cc-by',
        Source: '',
        Link: '',
      },
      tags: ['one', `tag-${index % 7}`],
      regions: [],
      memory: null,
      reviews: [],
    };
  });
  const decks = [{ id: 1_000_000_000_001, name: 'Notes', desc: '' }];
  const collection = writeCollection({ decks, notes, now: Date.now(), retention: 0.9 });
  yield { name: 'collection.anki21', content: [collection] };
  const names: string[] = [];
  const grain = await sharp(await noise(600, 400, 8))
    .resize(1200, 800)
    .toBuffer();
  for (let index = 0; index < pictureCount; index += 1) {
    names.push(pictureOf(index));
    yield { name: String(index), packed: true, content: [await makeSmallPhoto(grain)] };
  }
  const media = JSON.stringify(Object.fromEntries(names.entries()));
  yield { name: 'media', content: [Buffer.from(media)] };
}

const noise = (width: number, height: number, sigma: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma } },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();

/** A JPEG of 1200 × 800 pixels with soft shapes and some grain, about 80 kB. */
async function makeSmallPhoto(grain: Buffer): Promise<Buffer> {
  return sharp(await noise(12, 8, 90))
    .resize(1200, 800, { kernel: 'cubic' })
    .composite([{ input: grain, blend: 'soft-light' }])
    .removeAlpha()
    .jpeg({ quality: 80 })
    .toBuffer();
}
