import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { demoPassword, demoPeople } from '../demo/people.ts';

// Kills the app, its database, or both, in the middle of writes, again and again, and looks for anything that was acknowledged
// and is gone, or that happened only half. Usage: node torture/kill.ts --cycles 10 --workers 2

const { values: options } = parseArgs({
  options: { cycles: { type: 'string', default: '10' }, workers: { type: 'string', default: '2' } },
});
const cycles = Number(options.cycles);
const victims = ['app', 'database', 'both'] as const;
const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url));
const person = demoPeople[0]?.email ?? '';
const returnPatienceMs = 60_000;

const dataDir = await mkdtemp(join(tmpdir(), 'gyan kill '));
const port = await freePort();
const api = `http://127.0.0.1:${port}/api/v1`;

/** What the server has answered for. */
const acknowledged = { tokens: new Set<string>(), rows: new Set<number>() };
/** What was asked for with a key: the answer, or nothing where none came. */
const keyed = new Map<string, string | undefined>();
const kills = { app: 0, database: 0, both: 0 };
let nextRow = 1;
let askedAgain = 0;
let slowestReturnMs = 0;
let app = await startApp();

const failures: string[] = [];
try {
  await prepareJournal();
  const commentator = await openCommentator();
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    const victim = victims[cycle % victims.length] ?? 'app';
    await writeAndKill(victim, commentator);
    kills[victim] += 1;
    const since = performance.now();
    if (victim !== 'database') app = await startApp();
    await untilReady();
    slowestReturnMs = Math.max(slowestReturnMs, performance.now() - since);
    failures.push(
      ...(await verify(commentator)).map((what) => `after cycle ${cycle + 1} (${victim}): ${what}`),
    );
  }
} finally {
  app.kill('SIGTERM');
  if (app.exitCode === null && app.signalCode === null) await once(app, 'exit');
}
if (app.exitCode !== 0) failures.push(`the last stop ended with ${app.exitCode ?? app.signalCode}`);
for (const failure of failures) console.error(failure);
console.log(
  `${cycles} kills (app ${kills.app}, database ${kills.database}, both ${kills.both}): ` +
    `${acknowledged.tokens.size} sign-ins, ${acknowledged.rows.size} transactions and ${keyed.size} comments acknowledged ` +
    `(${askedAgain} of them when asked again), ` +
    `${failures.length === 0 ? 'nothing lost, nothing half done' : `${failures.length} failures`}; ` +
    `slowest return ${(slowestReturnMs / 1000).toFixed(1)} s`,
);
if (failures.length === 0) await rm(dataDir, { recursive: true, force: true });
process.exit(failures.length === 0 ? 0 : 1);

async function startApp(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      WORKERS: options.workers,
      DEMO: 'on',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  const died = once(child, 'exit').then(() => {
    throw new Error(`The app did not start: ${complaint}`);
  });
  await Promise.race([untilReady(), died]);
  died.catch(() => {});
  return child;
}

async function untilReady(): Promise<void> {
  const deadline = performance.now() + returnPatienceMs;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, {
      signal: AbortSignal.timeout(2_000),
    }).catch(() => undefined);
    await answer?.arrayBuffer().catch(() => {});
    if (answer?.status === 200) return;
    if (performance.now() > deadline) throw new Error('The app is not ready after a minute.');
    await sleep(50);
  }
}

/** Three ways in: sign-ins and comments through the app, and transactions of two rows straight into its database. */
async function writeAndKill(victim: (typeof victims)[number], commentator: Commentator): Promise<void> {
  const ending = new AbortController();
  const writers = [
    ...Array.from({ length: 3 }, () => repeat(ending.signal, signIn)),
    ...Array.from({ length: 3 }, () => repeat(ending.signal, () => comment(commentator, newKey()))),
    ...Array.from({ length: 2 }, () => keepWriting(ending.signal)),
  ];
  await sleep(500 + Math.random() * 1_000);
  const postmaster = Number(
    (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0],
  );
  if (victim !== 'database') {
    app.kill('SIGKILL');
    await once(app, 'exit');
  }
  // A moment later, so that an orphan still writes on its own before it goes too.
  if (victim === 'both') await sleep(Math.random() * 50);
  if (victim !== 'app') process.kill(postmaster, 'SIGKILL');
  await sleep(Math.random() * 300);
  ending.abort();
  await Promise.all(writers);
}

async function repeat(signal: AbortSignal, work: () => Promise<unknown>): Promise<void> {
  while (!signal.aborted) await work().catch(() => sleep(20));
}

async function signIn(): Promise<void> {
  const answer = await fetch(`${api}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ emailId: person, password: demoPassword }),
    signal: AbortSignal.timeout(5_000),
  });
  const body = (await answer.json()) as { authToken?: string };
  if (answer.status !== 200 || !body.authToken) throw new Error(`Sign-in answered ${answer.status}.`);
  acknowledged.tokens.add(body.authToken);
}

interface Commentator {
  token: string;
  postId: number;
}

async function openCommentator(): Promise<Commentator> {
  await signIn();
  const [token = ''] = acknowledged.tokens;
  const answer = await fetch(`${api}/posts?limit=1`);
  const { postModelVec } = (await answer.json()) as { postModelVec: { id: number }[] };
  return { token, postId: postModelVec[0]?.id ?? 0 };
}

function newKey(): string {
  const key = `torture-${keyed.size + 1}`;
  keyed.set(key, undefined);
  return key;
}

/** The key is the text as well, so that rows can be told apart. */
async function comment({ token, postId }: Commentator, key: string): Promise<string> {
  const answer = await fetch(`${api}/r/comment`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'idempotency-key': key,
    },
    body: JSON.stringify({ postId, rawText: key }),
    signal: AbortSignal.timeout(5_000),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`A comment was answered with ${answer.status}: ${text}`);
  keyed.set(key, keyed.get(key) ?? text);
  return text;
}

/** Asks again for what was not answered, and for the latest that was. */
async function verifyComments(commentator: Commentator): Promise<string[]> {
  const found: string[] = [];
  const unanswered = [...keyed].filter(([, answer]) => answer === undefined);
  const answered = [...keyed].filter(([, answer]) => answer !== undefined).slice(-20);
  for (const [key, before] of [...unanswered, ...answered]) {
    const answer = await comment(commentator, key);
    if (before === undefined) askedAgain += 1;
    else if (answer !== before) found.push(`${key} was answered ${before} before and ${answer} now`);
  }
  await withDatabase(async (client) => {
    const { rows } = await client.query<{ text: string; ids: string[] }>(
      `select text, array_agg(id::text) as ids from comments where text like 'torture-%' group by text`,
    );
    const ids = new Map(rows.map((row) => [row.text, row.ids]));
    const wrong = [...keyed].filter(([key, answer = '']) => {
      const { commentModel } = JSON.parse(answer) as { commentModel: { id: number } };
      return ids.get(key)?.join() !== String(commentModel.id);
    });
    if (wrong.length > 0) found.push(`${wrong.length} comments are not there exactly once`);
    const { rows: miscounted } = await client.query(
      `select from cards where comment_count <> (select count(*) from comments where card_id = cards.id)`,
    );
    if (miscounted.length > 0) found.push(`${miscounted.length} cards count their comments wrong`);
  });
  return found;
}

async function keepWriting(signal: AbortSignal): Promise<void> {
  await repeat(signal, async () => {
    await withDatabase(async (client) => {
      while (!signal.aborted) {
        const row = nextRow;
        nextRow += 1;
        await client.query('begin');
        await client.query('insert into torture_rows (id) values ($1)', [row]);
        await client.query('insert into torture_echoes (id) values ($1)', [row]);
        await client.query('commit');
        acknowledged.rows.add(row);
      }
    });
  });
}

async function prepareJournal(): Promise<void> {
  await withDatabase(async (client) => {
    await client.query('create table torture_rows (id bigint primary key)');
    await client.query('create table torture_echoes (id bigint primary key)');
  });
}

async function verify(commentator: Commentator): Promise<string[]> {
  const found = await verifyComments(commentator);
  await withDatabase(async (client) => {
    const { rows } = await client.query<{ id: string }>('select id from torture_rows');
    const present = new Set(rows.map((row) => Number(row.id)));
    const lost = [...acknowledged.rows].filter((row) => !present.has(row));
    if (lost.length > 0) found.push(`${lost.length} acknowledged transactions are gone`);
    const { rows: half } = await client.query(
      `select from torture_rows full join torture_echoes using (id)
       where torture_rows.id is null or torture_echoes.id is null`,
    );
    if (half.length > 0) found.push(`${half.length} transactions happened only half`);
  });
  let signedOut = 0;
  for (const token of acknowledged.tokens) {
    const answer = await fetch(`${api}/r/user`, { headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    if (answer.status !== 200) signedOut += 1;
  }
  if (signedOut > 0) found.push(`${signedOut} of ${acknowledged.tokens.size} sessions are gone`);
  return found;
}

async function withDatabase(work: (client: Client) => Promise<void>): Promise<void> {
  const read = async (name: string) => (await readFile(join(dataDir, name), 'utf8')).trim();
  const client = new Client({
    host: '127.0.0.1',
    port: Number(await read('postgres-port')),
    user: 'postgres',
    password: await read('postgres-password'),
    database: 'gyan',
    connectionTimeoutMillis: 2_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
