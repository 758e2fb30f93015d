import { execFile } from 'node:child_process';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sql from 'sql-template-tag';
import { inWords, saysComeBack } from '../support/bystanders.ts';
import { ask } from '../support/client.ts';
import { brokenAfterAMoment, withDatabase } from '../support/database.ts';
import { makePeople } from '../support/people.ts';
import { startProduct, untilReady } from '../support/product.ts';
import type { Stage } from '../support/proof.ts';

const megabytes = 400;
const tries = 150;

/** A product whose data folder is on a small disk that somebody else fills up. */
export async function fillDisk(stage: Stage): Promise<number> {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') {
    console.log('full disk: left out, because only root may mount a small one');
    return 0;
  }
  const disk = join(stage.folder, 'disk');
  await mkdir(disk);
  await promisify(execFile)('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', disk]);
  stage.opened.defer(async () => void (await promisify(execFile)('umount', ['-l', disk])));
  const dataDir = join(disk, 'data');
  const product = await startProduct({ dataDir, workers: 1 });
  stage.opened.defer(async () => void (await product.stop()));
  const person = await withDatabase(dataDir, async (db) => {
    // Room for what is written ahead, as on a server that has run for a while: without any the database stops altogether.
    for (let segment = 0; segment < 4; segment += 1) {
      await db.query(
        sql`select pg_logical_emit_message(true, 'torture', repeat('x', 1000000)), pg_switch_wal()`,
      );
    }
    await db.query(sql`checkpoint`);
    const [one] = await makePeople(db, 1);
    return one;
  });
  const post = (n: number, title: string) =>
    ask(product.api, '/r/post', {
      method: 'POST',
      token: person?.token ?? '',
      // Text that cannot be packed into what is there already.
      form: {
        title,
        statusText: Array.from({ length: 900 }, (_, i) => ((i + 1) * n * 7919).toString(36)).join(' '),
      },
      timeoutMs: 20_000,
    }).catch((error: Error) => error);

  const ballast = join(disk, 'ballast');
  await fill(ballast, disk);
  let refused = 0;
  for (let n = 1; n <= tries; n += 1) {
    const answer = await post(n, `On a full disk ${n}`);
    const isWell = !(answer instanceof Error) && answer.status === 200;
    if (!isWell) refused += 1;
    stage.check(isWell || saysComeBack(answer), `full disk: a card had ${inWords(answer)}`);
    if (refused >= 10) break;
  }
  stage.check(refused > 0, 'full disk: nothing was refused');
  for (const path of ['/posts?limit=7', `/r/feed`]) {
    const answer = await ask(product.api, path, { token: person?.token ?? '' }).catch(
      (error: Error) => error,
    );
    stage.check(
      !(answer instanceof Error) && answer.status === 200,
      `full disk: ${path} had ${inWords(answer)}`,
    );
  }
  const alive = await ask(product.url, '/healthz').catch(() => undefined);
  stage.check(alive?.status === 200, 'full disk: liveness said no');

  await rm(ballast);
  await untilReady(product, 30_000);
  const after = await post(1, 'Room again');
  stage.check(
    !(after instanceof Error) && after.status === 200,
    `after a full disk: a card had ${inWords(after)}`,
  );
  for (const words of await withDatabase(dataDir, (db) => brokenAfterAMoment(db)))
    stage.fail(`after a full disk: ${words}`);
  console.log(`full disk: ${refused} cards refused, reading went on, writing came back`);
  return 1;
}

async function fill(file: string, disk: string): Promise<void> {
  const { bavail, bsize } = await statfs(disk);
  const handle = await open(file, 'w');
  const piece = Buffer.alloc(bsize);
  try {
    for (let block = 0; block < bavail + 1; block += 1) await handle.write(piece);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    await handle.close();
  }
}
