import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { demoPassword, demoPeople } from '../../demo/people.ts';

const writers = 3;
const visitors = 4;

/** Answers and failures since the last `begin`. */
export interface Tally {
  answers: number;
  /** By status; 0 is a broken connection. */
  failures: Record<string, number>;
  /** Seconds from the first failure to the last. */
  failingSeconds: number;
}

export interface Load {
  /** Resets the tally. */
  begin(): void;
  tally(): Tally;
  /** Acknowledged writes that their author did not see right away, with the address. */
  stale: string[];
  acknowledged: ReadonlySet<string>;
  stop(): Promise<void>;
}

/** Writers who read back each write, and visitors who read, all through the load balancer. */
export async function startLoad(url: string): Promise<Load> {
  const api = `${url}/api/v1`;
  const stale: string[] = [];
  const acknowledged = new Set<string>();
  const ending = new AbortController();
  let tally: Tally = { answers: 0, failures: {}, failingSeconds: 0 };
  let firstFailure: number | undefined;
  let written = 0;

  const send = async (address: string, init: RequestInit = {}) => {
    const response = await fetch(address, { ...init, signal: AbortSignal.timeout(20_000) }).catch(
      () => undefined,
    );
    const text = (await response?.text().catch(() => undefined)) ?? '';
    const status = response?.status ?? 0;
    tally.answers += 1;
    if (status === 0 || status >= 500) {
      tally.failures[status] = (tally.failures[status] ?? 0) + 1;
      firstFailure ??= performance.now();
      tally.failingSeconds = (performance.now() - firstFailure) / 1000;
    }
    return { status, text, cookies: response?.headers.getSetCookie() ?? [] };
  };

  const { postModelVec: cards } = JSON.parse((await send(`${api}/posts?limit=${writers}`)).text) as {
    postModelVec: { id: number; urlText: string }[];
  };

  const write = async (card: (typeof cards)[number], token: string) => {
    written += 1;
    const text = `topology-${written}`;
    const init = {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': text,
      },
      body: JSON.stringify({ postId: card.id, rawText: text }),
    };
    // Retries with the same idempotency key until it is acknowledged.
    let response = await send(`${api}/r/comment`, init);
    while (response.status !== 200 && !ending.signal.aborted) {
      await sleep(100);
      response = await send(`${api}/r/comment`, init);
    }
    if (response.status !== 200) return;
    acknowledged.add(text);
    const cookie = response.cookies.map((one) => one.split(';')[0]).join('; ');
    // By API call and as a page, through any server, cache or replica.
    for (const address of [`${api}/post?postId=${card.id}`, `${url}/pd/${card.urlText}`]) {
      const own = await send(address, { headers: { cookie } });
      if (own.status === 200 && !own.text.includes(text))
        stale.push(`${text} at ${address.slice(url.length)}`);
    }
    await sleep(20);
  };

  const visit = async (n: number) => {
    const card = cards[n % cards.length];
    const paths = [
      '/api/v1/posts',
      '/api/v1/feed',
      '/',
      `/pd/${card?.urlText}`,
      '/tgc',
      `/api/v1/posts?limit=${1 + (n % 50)}`,
    ];
    await send(url + paths[n % paths.length]);
    await sleep(10);
  };

  const repeat = async (work: (n: number) => Promise<void>) => {
    for (let n = 0; !ending.signal.aborted; n += 1) await work(n);
  };
  const token = await signIn(api);
  const people = [
    ...cards.slice(0, writers).map((card) => repeat(() => write(card, token))),
    ...Array.from({ length: visitors }, (_, offset) => repeat((n) => visit(n + offset))),
  ];

  return {
    begin() {
      tally = { answers: 0, failures: {}, failingSeconds: 0 };
      firstFailure = undefined;
    },
    tally: () => tally,
    stale,
    acknowledged,
    async stop() {
      ending.abort();
      await Promise.all(people);
    },
  };
}

async function signIn(api: string): Promise<string> {
  const response = await fetch(`${api}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ emailId: demoPeople[0]?.email, password: demoPassword }),
  });
  const { authToken } = (await response.json()) as { authToken?: string };
  if (!authToken) throw new Error(`Signing in was answered with ${response.status}.`);
  return authToken;
}

/** Compares the stored comments with the acknowledged ones; each should exist once. */
export async function countStoredComments(databaseUrl: string, acknowledged: ReadonlySet<string>) {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ text: string; times: number }>(
      `select text, count(*)::int as times from comments where text like 'topology-%' group by text`,
    );
    const times = new Map(rows.map((row) => [row.text, row.times]));
    const lost = [...acknowledged].filter((text) => !times.has(text)).length;
    const duplicates = rows.filter((row) => row.times > 1).length;
    const { rows: miscounted } = await client.query(
      'select from cards where comment_count <> (select count(*) from comments where card_id = cards.id)',
    );
    return { lost, duplicates, miscounted: miscounted.length };
  } finally {
    await client.end();
  }
}
