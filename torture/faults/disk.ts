import { execFile } from 'node:child_process';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sql from 'sql-template-tag';
import { sendRequest } from '../support/client.ts';
import { waitForInvariants, withDatabase } from '../support/database.ts';
import { makePeople } from '../support/people.ts';
import { describeResponse, isRetryLater } from '../support/probe.ts';
import { startProduct, untilReady } from '../support/product.ts';
import type { ScriptContext } from '../support/torture-script.ts';

const megabytes = 400;
const tries = 150;

/** Starts the product with its data folder on a small disk and fills the disk. */
export async function fillDisk(context: ScriptContext): Promise<number> {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') {
    console.log('full disk: left out, because only root may mount a small one');
    return 0;
  }
  const disk = join(context.folder, 'disk');
  await mkdir(disk);
  await promisify(execFile)('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', disk]);
  context.cleanup.defer(async () => void (await promisify(execFile)('umount', ['-l', disk])));
  const dataDir = join(disk, 'data');
  const product = await startProduct({ dataDir, workers: 1 });
  context.cleanup.defer(async () => void (await product.stop()));
  const person = await withDatabase(dataDir, async (db) => {
    // Recycled WAL segments, as on a server that has run for a while: without them PostgreSQL stops on a full disk.
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
    sendRequest(product.api, '/r/post', {
      method: 'POST',
      token: person?.token ?? '',
      // Incompressible text, so that every card needs new disk pages.
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
    const response = await post(n, `On a full disk ${n}`);
    const isOk = !(response instanceof Error) && response.status === 200;
    if (!isOk) refused += 1;
    context.check(isOk || isRetryLater(response), `full disk: a card had ${describeResponse(response)}`);
    if (refused >= 10) break;
  }
  context.check(refused > 0, 'full disk: nothing was refused');
  for (const path of ['/posts?limit=7', `/r/feed`]) {
    const response = await sendRequest(product.api, path, { token: person?.token ?? '' }).catch(
      (error: Error) => error,
    );
    context.check(
      !(response instanceof Error) && response.status === 200,
      `full disk: ${path} had ${describeResponse(response)}`,
    );
  }
  const alive = await sendRequest(product.url, '/healthz').catch(() => undefined);
  context.check(alive?.status === 200, 'full disk: liveness said no');

  await rm(ballast);
  await untilReady(product, 30_000);
  const after = await post(1, 'Room again');
  context.check(
    !(after instanceof Error) && after.status === 200,
    `after a full disk: a card had ${describeResponse(after)}`,
  );
  for (const message of await withDatabase(dataDir, (db) => waitForInvariants(db)))
    context.fail(`after a full disk: ${message}`);
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
