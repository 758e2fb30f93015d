import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { allOf, newSamples, openPacedRequests, report, sampleLatencies } from './support/paced-requests.ts';
import { freePort } from './support/ports.ts';
import { quantile } from './support/probe.ts';
import { openUploader } from './support/uploader.ts';

// Compares the latency of common requests with and without many parallel photo uploads, in alternation. The goal is twice
// the idle latency; a tenth more is noise. All uploads start at once and are sent by a separate process with low priority.
// Usage: node torture/uploads.ts --uploads 50 --rounds 3 --workers 2

const { values: options } = parseArgs({
  options: {
    uploads: { type: 'string', default: '50' },
    rounds: { type: 'string', default: '3' },
    workers: { type: 'string', default: '2' },
    /** A functional check; its times are not judged. */
    quick: { type: 'boolean', default: false },
  },
});
const uploads = options.quick ? 12 : Number(options.uploads);
const rounds = options.quick ? 1 : Number(options.rounds);
/** Time for freed memory to be returned to the system. */
const idleMs = 5_000;
const maxSlowdown = 2 * 1.1;
/** An idle 99th percentile above this means that the machine is busy with other work. */
const maxIdleMs = 20;

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
    const requests = await openPacedRequests(url);
    const uploader = await openUploader({ url, token: requests.token, uploads });
    // Warm caches, compiled code and a running image worker.
    await sampleLatencies(requests, uploader.warmUp());
    const idle = newSamples();
    const busy = newSamples();
    let slowestUploadMs = 0;
    let refused = 0;
    for (let round = 0; round < rounds; round += 1) {
      // Not part of the measured time.
      await uploader.prepare();
      await sampleLatencies(requests, sleep(10_000), idle);
      const uploaded = uploader.run();
      await sampleLatencies(requests, uploaded, busy);
      const { slowestMs, statuses } = await uploaded;
      slowestUploadMs = Math.max(slowestUploadMs, slowestMs);
      refused += statuses.filter((status) => status !== 200).length;
      await sleep(1_000);
    }
    uploader.disconnect();
    const slowdowns = report(idle, busy);
    await sleep(idleMs);
    const memory = await residentMegabytes(app.pid ?? 0);
    console.log(
      `${rounds} × ${uploads} uploads of 12 megapixels: the slowest took ${(slowestUploadMs / 1000).toFixed(1)} s, ` +
        `${refused} were refused; processes hold ${memory.join(', ')} MB`,
    );
    const isQuiet = quantile(allOf(idle), 99) <= maxIdleMs;
    if (!isQuiet) console.log('The machine is too busy with other things for these times to mean anything.');
    const isFast = isQuiet && slowdowns.every((figure) => figure <= maxSlowdown);
    const ok = refused === 0 && busy.refused <= idle.refused && (options.quick || isFast);
    const [middle = Number.NaN, slow = Number.NaN] = slowdowns;
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
      NEW_ACCOUNT_LIMITS: 'off',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function untilReady(url: string): Promise<void> {
  const deadline = performance.now() + 180_000;
  for (;;) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.status === 200) return;
    if (performance.now() > deadline) throw new Error('The app is not ready after three minutes.');
    await sleep(50);
  }
}

/** Resident memory of the app's processes, on Linux. */
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
