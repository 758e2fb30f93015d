import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { demoPassword, demoPeople } from '../demo/people.ts';
import { takePhoto } from './support/photo.ts';
import { freePort } from './support/ports.ts';

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
    /** Set for the process that uploads: its work must not be in the way of measuring. */
    uploader: { type: 'string' },
  },
});
const uploads = options.quick ? 12 : Number(options.uploads);
const rounds = options.quick ? 1 : Number(options.rounds);
/** Until memory that is not needed any more has been given back. */
const restMs = 5_000;
/** Between two questions of one kind; a person's page asks in this rhythm, a machine would hide what waiting costs. */
const paceMs = 15;
const mostTimes = 2;
/** Slower than this without any upload, at the 99th percentile, is somebody else's doing. */
const mostIdleMs = 20;
const kinds = ['public card', 'card signed in', 'like'] as const;
const boundary = 'uploads-in-parallel';

interface Target {
  url: string;
  token: string;
}

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
    const uploader = await openUploader({ url, token: questions.token });
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

type Kind = (typeof kinds)[number];
type Samples = Record<Kind, number[]> & { refused: number };

const newSamples = (): Samples => ({ 'public card': [], 'card signed in': [], like: [], refused: 0 });

const allOf = (samples: Samples) => kinds.flatMap((kind) => samples[kind]);

interface Questions {
  token: string;
  ask: Record<Kind, () => Promise<number>>;
}

async function openQuestions(url: string): Promise<Questions> {
  const api = `${url}/api/v1`;
  const signedIn = await fetch(`${api}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ emailId: demoPeople[0]?.email, password: demoPassword }),
  });
  const { authToken: token } = (await signedIn.json()) as { authToken: string };
  const listed = await fetch(`${api}/posts?limit=20`);
  const { postModelVec: cards } = (await listed.json()) as { postModelVec: { id: number }[] };
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const authorization = `Bearer ${token}`;
  let turn = 0;
  const card = () => {
    turn += 1;
    return cards[turn % cards.length]?.id ?? 0;
  };
  const get = (path: string, headers = {}) => send(`${api}${path}`, { method: 'GET', headers, agent });
  return {
    token,
    ask: {
      'public card': () => get(`/post?postId=${card()}`),
      'card signed in': () => get(`/r/post?postId=${card()}`, { authorization }),
      like: () =>
        send(
          `${api}/r/post_like`,
          { method: 'PUT', agent, headers: { authorization, 'content-type': 'application/json' } },
          JSON.stringify({ postId: card(), liked: turn % 2 === 0 }),
        ),
    },
  };
}

/** Each kind in its own rhythm, whether or not the last one is answered yet: whoever is kept waiting counts. */
async function askAll({ ask }: Questions, until: Promise<unknown>, samples?: Samples): Promise<void> {
  const ending = new AbortController();
  void until.finally(() => ending.abort());
  await Promise.all(
    kinds.map(async (kind) => {
      const waiting: Promise<void>[] = [];
      while (!ending.signal.aborted) {
        const begun = performance.now();
        waiting.push(
          ask[kind]().then((status) => {
            if (status === 200) samples?.[kind].push(performance.now() - begun);
            else if (samples) samples.refused += 1;
          }),
        );
        await sleep(paceMs);
      }
      await Promise.all(waiting);
    }),
  );
}

/** Prints every kind, and answers how many times longer all of them took at the median and at the 99th percentile. */
function report(idle: Samples, busy: Samples): number[] {
  let times: number[] = [];
  for (const kind of [...kinds, 'all'] as const) {
    const of = (samples: Samples) => (kind === 'all' ? allOf(samples) : samples[kind]);
    const parts = [50, 99].map((part) => [quantile(of(idle), part), quantile(of(busy), part)] as const);
    times = parts.map(([before, beside]) => beside / before);
    const line = parts.map(
      ([before, beside], n) =>
        `p${n === 0 ? 50 : 99} ${before.toFixed(1)} → ${beside.toFixed(1)} ms (× ${times[n]?.toFixed(2)})`,
    );
    console.log(`${kind.padEnd(14)} ${line.join(', ')}; ${of(idle).length} and ${of(busy).length} answers`);
  }
  console.log(`refused: ${idle.refused} alone, ${busy.refused} beside uploads`);
  return times;
}

function quantile(samples: readonly number[], part: number): number {
  const sorted = samples.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * part) / 100))] ?? Number.NaN;
}

interface Uploaded {
  statuses: number[];
  slowestMs: number;
}

type Told = 'warmUp' | 'prepare' | 'run';
/** A few for each of the server's processes, one after the other. */
const warmUps = 8;

/** Uploads from a process of its own. */
async function openUploader(target: Target) {
  const child = fork(fileURLToPath(import.meta.url), [
    '--uploader',
    JSON.stringify(target),
    '--uploads',
    String(uploads),
  ]);
  await once(child, 'message');
  const tell = async <Answer>(what: Told): Promise<Answer> => {
    child.send(what);
    const [answer] = (await once(child, 'message')) as [Answer];
    return answer;
  };
  return {
    warmUp: () => tell<'ready'>('warmUp'),
    prepare: () => tell<'ready'>('prepare'),
    run: () => tell<Uploaded>('run'),
    end: () => child.disconnect(),
  };
}

async function serveUploads({ url, token }: Target): Promise<void> {
  setPriority(constants.priority.PRIORITY_LOW);
  const photo = await takePhoto();
  let made = 0;
  let bodies: Buffer[] = [];
  // Each has other bytes, else the second would be known already.
  const nextBody = () => {
    made += 1;
    return formOf(withComment(photo, `upload ${made}`));
  };
  const upload = (body: Buffer, n: number, agent: Agent) =>
    send(
      `${url}/api/v1/r/post`,
      {
        method: 'POST',
        agent,
        headers: {
          authorization: `Bearer ${token}`,
          'idempotency-key': `upload-${made}-${n}`,
          'content-type': `multipart/form-data; boundary=${boundary}`,
          'content-length': String(body.byteLength),
        },
      },
      body,
    );
  const tasks: Record<Told, () => Promise<unknown>> = {
    async warmUp() {
      for (let n = 0; n < warmUps; n += 1) await upload(nextBody(), n, new Agent());
      return 'ready';
    },
    async prepare() {
      bodies = Array.from({ length: uploads }, nextBody);
      return 'ready';
    },
    async run() {
      const begun = performance.now();
      const agent = new Agent({ maxSockets: uploads });
      const statuses = await Promise.all(bodies.map((body, n) => upload(body, n, agent)));
      return { statuses, slowestMs: performance.now() - begun } satisfies Uploaded;
    },
  };
  process.on('message', (what: Told) => void tasks[what]().then((answer) => process.send?.(answer)));
  process.send?.('ready');
}

function withComment(jpeg: Buffer, words: string): Buffer {
  const text = Buffer.from(words);
  const head = Buffer.from([0xff, 0xfe, (text.length + 2) >> 8, (text.length + 2) & 0xff]);
  return Buffer.concat([jpeg.subarray(0, 2), head, text, jpeg.subarray(2)]);
}

function formOf(photo: Buffer): Buffer {
  const fields = {
    title: 'One of many',
    statusText: 'A photo among others.',
    photoBase64: `data:image/jpeg;base64,${photo.toString('base64')}`,
  };
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return Buffer.from(`${parts.join('')}--${boundary}--\r\n`);
}

function send(
  url: string,
  settings: { method: string; headers: Record<string, string>; agent: Agent },
  body?: string | Buffer,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(url, settings, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
      answer.on('error', reject);
    });
    asked.on('error', reject);
    asked.end(body);
  });
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

if (options.uploader) await serveUploads(JSON.parse(options.uploader) as Target);
else await measure();
