import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { quantile } from './support/bystanders.ts';
import { freePort } from './support/ports.ts';
import { allOf, askAll, newSamples, openQuestions, report } from './support/questions.ts';
import { openUploader } from './support/uploader.ts';

// Asks ordinary things of the app, first alone and then beside many uploads of photos at once, in turns, and says how much slower
// the answers became. Beyond twice is a failure. All uploads are begun at the same moment and sent as fast as they are taken. Who
// sends them is a process of its own that steps back for the rest, for in life it would be other people's telephones.
// Usage: node torture/uploads.ts --uploads 50 --rounds 3 --workers 2

const { values: options } = parseArgs({
  options: {
    uploads: { type: 'string', default: '50' },
    rounds: { type: 'string', default: '3' },
    workers: { type: 'string', default: '2' },
    /** A look whether it works; too short for its times to mean much. */
    quick: { type: 'boolean', default: false },
  },
});
const uploads = options.quick ? 12 : Number(options.uploads);
const rounds = options.quick ? 1 : Number(options.rounds);
/** Until memory that is not needed any more has been given back. */
const restMs = 5_000;
const mostTimes = 2;
/** Slower than this without any upload, at the 99th percentile, is somebody else's doing. */
const mostIdleMs = 20;

async function measure(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gyan uploads '));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const app = startApp(dataDir, port);
  try {
    await Promise.race([
      untilReady(url),
      once(app, 'exit').then(() => Promise.reject(new Error('no start'))),
    ]);
    const questions = await openQuestions(url);
    const uploader = await openUploader({ url, token: questions.token, uploads });
    // As the site is found on an ordinary day: what is asked has been asked before, and somebody has just uploaded something.
    await askAll(questions, uploader.warmUp());
    const idle = newSamples();
    const busy = newSamples();
    let slowestUploadMs = 0;
    let refused = 0;
    for (let round = 0; round < rounds; round += 1) {
      // Before anything is timed.
      await uploader.prepare();
      await askAll(questions, sleep(10_000), idle);
      const uploaded = uploader.run();
      await askAll(questions, uploaded, busy);
      const { slowestMs, statuses } = await uploaded;
      slowestUploadMs = Math.max(slowestUploadMs, slowestMs);
      refused += statuses.filter((status) => status !== 200).length;
      await sleep(1_000);
    }
    uploader.end();
    const times = report(idle, busy);
    await sleep(restMs);
    const memory = await residentMegabytes(app.pid ?? 0);
    console.log(
      `${rounds} × ${uploads} uploads of 12 megapixels: the slowest took ${(slowestUploadMs / 1000).toFixed(1)} s, ` +
        `${refused} were refused; processes hold ${memory.join(', ')} MB`,
    );
    const isQuiet = quantile(allOf(idle), 99) <= mostIdleMs;
    if (!isQuiet) console.log('The machine is too busy with other things for these times to mean anything.');
    const isFast = isQuiet && times.every((figure) => figure <= mostTimes);
    const ok = refused === 0 && busy.refused <= idle.refused && (options.quick || isFast);
    const [middle = Number.NaN, slow = Number.NaN] = times;
    console.log(
      JSON.stringify({
        ok,
        figures: {
          'uploads at once': uploads,
          'times the median of other answers': Number(middle.toFixed(2)),
          'times their 99th percentile': Number(slow.toFixed(2)),
          'refused uploads': refused,
          's for the slowest upload': Number((slowestUploadMs / 1000).toFixed(1)),
          'MB in the largest process': Math.max(...memory),
        },
      }),
    );
    process.exitCode = ok ? 0 : 1;
  } finally {
    app.kill('SIGTERM');
    if (app.exitCode === null && app.signalCode === null) await once(app, 'exit');
    await rm(dataDir, { recursive: true, force: true });
  }
  process.exit();
}

function startApp(dataDir: string, port: number): ChildProcess {
  return spawn(process.execPath, [fileURLToPath(new URL('../server/src/main.ts', import.meta.url))], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      METRICS_PORT: '0',
      WORKERS: options.workers,
      DEMO: 'on',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function untilReady(url: string): Promise<void> {
  const deadline = performance.now() + 180_000;
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.status === 200) return;
    if (performance.now() > deadline) throw new Error('The app is not ready after three minutes.');
    await sleep(50);
  }
}

/** Of the app's processes, where the system tells. */
async function residentMegabytes(pid: number): Promise<number[]> {
  try {
    const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ');
    const sizes = await Promise.all(
      [String(pid), ...children].map(async (one) => {
        const status = await readFile(`/proc/${one}/status`, 'utf8');
        return status.includes('postgres') ? 0 : Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
      }),
    );
    return sizes.filter((size) => size > 0).map(Math.round);
  } catch {
    return [];
  }
}

await measure();
