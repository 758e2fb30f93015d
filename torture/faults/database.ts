import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { inWords, saysComeBack } from '../support/bystanders.ts';
import { type Answer, ask } from '../support/client.ts';
import { postmasterPid, withDatabase } from '../support/database.ts';
import type { Fault } from '../support/fault-proxy.ts';
import { untilReady } from '../support/product.ts';
import { type Scene, verifyCalm } from './scene.ts';

/** Whoever asks while the database is away learns it within this. */
const patienceMs = 8_000;
const holdMs = 2_500;

/** Something happens to the database, goes on for a while, and is over. */
interface Trouble {
  name: string;
  begin(): Promise<unknown>;
  end(): Promise<unknown>;
  /** Nothing works meanwhile; otherwise it may be slow, and still has to be right. */
  total: boolean;
}

export async function breakDatabase(scene: Scene): Promise<number> {
  const { stage, product } = scene;
  // As many as pools may grow to: two processes and the primary with ten each, those of the jobs, those who listen.
  const most = 48;
  for (const trouble of troublesOf(scene)) {
    await trouble.begin();
    const asking = askAll(scene);
    const health = await watchHealth(product.url);
    const answers = await asking;
    await sleep(Math.max(0, holdMs - (answers[0]?.ms ?? 0)));
    await trouble.end();
    for (const { what, answer, ms } of answers) {
      const isRight =
        saysComeBack(answer) || (!trouble.total && !(answer instanceof Error) && answer.status === 200);
      stage.check(isRight, `database ${trouble.name}: ${what} had ${inWords(answer)}`);
      stage.check(ms < patienceMs, `database ${trouble.name}: ${what} took ${Math.round(ms)} ms`);
    }
    stage.check(health.alive, `database ${trouble.name}: liveness said no`);
    if (trouble.total) stage.check(!health.ready, `database ${trouble.name}: readiness said yes`);
    await untilReady(product, 15_000);
    for (const { what, answer } of await askAll(scene)) {
      const isWell = !(answer instanceof Error) && answer.status === 200;
      stage.check(isWell, `after database ${trouble.name}: ${what} had ${inWords(answer)}`);
    }
    await verifyCalm(scene, `after database ${trouble.name}`, most);
    const slowest = Math.max(...answers.map(({ ms }) => ms));
    console.log(`database ${trouble.name}: everybody had an answer within ${Math.round(slowest)} ms`);
  }
  return troublesOf(scene).length;
}

function troublesOf({ ways, dataDir }: Scene): Trouble[] {
  const onTheWay = (fault: Fault, total = true): Trouble => ({
    name: fault.kind,
    begin: () => ways.database.set(fault),
    end: () => ways.database.set({ kind: 'none' }),
    total,
  });
  const signalled = (name: string, signal: NodeJS.Signals): Trouble => ({
    name,
    begin: async () => process.kill(await postmasterPid(dataDir), signal),
    end: async () => {},
    total: false,
  });
  let postmaster = 0;
  return [
    onTheWay({ kind: 'delay', ms: 60 }, false),
    onTheWay({ kind: 'drip', ms: 1 }, false),
    onTheWay({ kind: 'down' }),
    onTheWay({ kind: 'reset' }),
    onTheWay({ kind: 'cut' }),
    onTheWay({ kind: 'swallow' }),
    // Its keeper starts it again at once.
    signalled('restarted, fast', 'SIGINT'),
    signalled('restarted, at once', 'SIGQUIT'),
    {
      name: 'frozen',
      begin: async () => {
        postmaster = await postmasterPid(dataDir);
        for (const pid of await processesOf(postmaster)) signal(pid, 'SIGSTOP');
      },
      end: async () => {
        for (const pid of await processesOf(postmaster)) signal(pid, 'SIGCONT');
      },
      total: true,
    },
    {
      name: 'without a free connection',
      begin: () => setConnectionLimit(dataDir, 0),
      end: () => setConnectionLimit(dataDir, -1),
      total: true,
    },
  ];
}

/** Whoever has just ended needs none: connections come and go while their processes are counted. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

interface Asked {
  what: string;
  answer: Answer | Error;
  ms: number;
}

/** A write and a read, each several times at once, from everybody's point of view. */
async function askAll({ product, person, cardId }: Scene): Promise<Asked[]> {
  const { token } = person;
  const questions = [
    {
      what: 'a comment',
      path: '/r/comment',
      method: 'POST',
      body: { postId: cardId, rawText: 'Is it there?' },
    },
    { what: 'a like', path: '/r/post_like', method: 'PUT', body: { postId: cardId, liked: true } },
    { what: 'a card', path: `/r/post?postId=${cardId}` },
    { what: 'a feed', path: '/r/feed' },
  ];
  return Promise.all(
    [...questions, ...questions, ...questions].map(async ({ what, path, ...asked }) => {
      const begun = performance.now();
      const answer = await ask(product.api, path, { ...asked, token, timeoutMs: 40_000 }).catch(
        (error: Error) => error,
      );
      return { what, answer, ms: performance.now() - begun };
    }),
  );
}

/** Liveness has to say yes all the time; readiness only has to notice. */
async function watchHealth(url: string): Promise<{ alive: boolean; ready: boolean }> {
  const alive = await ask(url, '/healthz', { timeoutMs: 2_000 }).catch(() => undefined);
  await sleep(300);
  const ready = await ask(url, '/readyz', { timeoutMs: 5_000 }).catch(() => undefined);
  return { alive: alive?.status === 200, ready: ready?.status === 200 };
}

/** A database server's own children have sessions of their own, so that a signal to its group reaches none of them. */
async function processesOf(postmaster: number): Promise<number[]> {
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  return [postmaster, ...children.trim().split(' ').filter(Boolean).map(Number)];
}

async function setConnectionLimit(dataDir: string, limit: number): Promise<void> {
  await withDatabase(dataDir, async (db) => {
    await db.query(
      limit < 0 ? sql`alter role gyan connection limit -1` : sql`alter role gyan connection limit 0`,
    );
    if (limit === 0) {
      await db.query(sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'gyan'`);
    }
  });
}
