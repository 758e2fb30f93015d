import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { demoPassword, demoPeople } from '../../demo/people.ts';

const writers = 3;
const visitors = 4;

/** What happened while something was broken. */
export interface Tally {
  answers: number;
  /** By status; 0 is a connection that was cut. */
  failures: Record<string, number>;
  /** Seconds from the first failure to the last. */
  troubledSeconds: number;
}

export interface Load {
  /** Begins to count anew. */
  begin(): void;
  tally(): Tally;
  /** Own writes that were not seen right after they were acknowledged, with whoever asked. */
  stale: string[];
  acknowledged: ReadonlySet<string>;
  stop(): Promise<void>;
}

/** People who write and look at once at what they wrote, and visitors who read, all through the load balancer. */
export async function startLoad(url: string): Promise<Load> {
  const api = `${url}/api/v1`;
  const stale: string[] = [];
  const acknowledged = new Set<string>();
  const ending = new AbortController();
  let tally: Tally = { answers: 0, failures: {}, troubledSeconds: 0 };
  let firstFailure: number | undefined;
  let written = 0;

  const ask = async (address: string, init: RequestInit = {}) => {
    const answer = await fetch(address, { ...init, signal: AbortSignal.timeout(20_000) }).catch(
      () => undefined,
    );
    const text = (await answer?.text().catch(() => undefined)) ?? '';
    const status = answer?.status ?? 0;
    tally.answers += 1;
    if (status === 0 || status >= 500) {
      tally.failures[status] = (tally.failures[status] ?? 0) + 1;
      firstFailure ??= performance.now();
      tally.troubledSeconds = (performance.now() - firstFailure) / 1000;
    }
    return { status, text, cookies: answer?.headers.getSetCookie() ?? [] };
  };

  const { postModelVec: cards } = JSON.parse((await ask(`${api}/posts?limit=${writers}`)).text) as {
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
    // As the browser does: asked again with its key until there is an answer.
    let answer = await ask(`${api}/r/comment`, init);
    while (answer.status !== 200 && !ending.signal.aborted) {
      await sleep(100);
      answer = await ask(`${api}/r/comment`, init);
    }
    if (answer.status !== 200) return;
    acknowledged.add(text);
    const cookie = answer.cookies.map((one) => one.split(';')[0]).join('; ');
    // By call, and as somebody who opens the page: whichever server, cache or replica is in the way.
    for (const address of [`${api}/post?postId=${card.id}`, `${url}/pd/${card.urlText}`]) {
      const own = await ask(address, { headers: { cookie } });
      if (own.status === 200 && !own.text.includes(text))
        stale.push(`${text} at ${address.slice(url.length)}`);
    }
    await sleep(20);
  };

  const visit = async (n: number) => {
    const card = cards[n % cards.length];
    const places = [
      '/api/v1/posts',
      '/api/v1/feed',
      '/',
      `/pd/${card?.urlText}`,
      '/tgc',
      `/api/v1/posts?limit=${1 + (n % 50)}`,
    ];
    await ask(url + places[n % places.length]);
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
      tally = { answers: 0, failures: {}, troubledSeconds: 0 };
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
  const answer = await fetch(`${api}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ emailId: demoPeople[0]?.email, password: demoPassword }),
  });
  const { authToken } = (await answer.json()) as { authToken?: string };
  if (!authToken) throw new Error(`Signing in was answered with ${answer.status}.`);
  return authToken;
}

/** How often each acknowledged comment is there; it should be once. */
export async function countKept(databaseUrl: string, acknowledged: ReadonlySet<string>) {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ text: string; times: number }>(
      `select text, count(*)::int as times from comments where text like 'topology-%' group by text`,
    );
    const times = new Map(rows.map((row) => [row.text, row.times]));
    const lost = [...acknowledged].filter((text) => !times.has(text)).length;
    const doubled = rows.filter((row) => row.times > 1).length;
    const { rows: miscounted } = await client.query(
      'select from cards where comment_count <> (select count(*) from comments where card_id = cards.id)',
    );
    return { lost, doubled, miscounted: miscounted.length };
  } finally {
    await client.end();
  }
}
