import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoPassword, demoPeople } from '../../demo/people.ts';
import { quantile } from './probe.ts';
import { sendForStatus } from './status-request.ts';

const kinds = ['public card', 'card signed in', 'like'] as const;
/** Interval between two requests of one kind, sent whether or not the last was answered (open-loop load). */
const paceMs = 15;

type Kind = (typeof kinds)[number];
/** Latencies in milliseconds by kind, and the number of failed requests. */
export type Samples = Record<Kind, number[]> & { refused: number };

export const newSamples = (): Samples => ({ 'public card': [], 'card signed in': [], like: [], refused: 0 });

export const allOf = (samples: Samples) => kinds.flatMap((kind) => samples[kind]);

/** Common requests of one signed-in user. */
export interface PacedRequests {
  token: string;
  send: Record<Kind, () => Promise<number>>;
}

/** For a site with the demo content. */
export async function openPacedRequests(url: string): Promise<PacedRequests> {
  const api = `${url}/api/v1`;
  const signedIn = await fetch(`${api}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ emailId: demoPeople[0]?.email, password: demoPassword }),
  });
  const { authToken: token } = (await signedIn.json()) as { authToken: string };
  const listed = await fetch(`${api}/posts?limit=20`);
  const { postModelVec: cards } = (await listed.json()) as { postModelVec: { id: number }[] };
  const cardIds = cards.map(({ id }) => id);
  return pacedRequestsFor(cardIds, { url, token });
}

/** For any site, with the token of a signed-in user. */
export function pacedRequestsFor(
  cardIds: readonly number[],
  { url, token }: { url: string; token: string },
): PacedRequests {
  const api = `${url}/api/v1`;
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const authorization = `Bearer ${token}`;
  let round = 0;
  const card = () => {
    round += 1;
    return cardIds[round % cardIds.length] ?? 0;
  };
  const get = (path: string, headers = {}) =>
    sendForStatus(`${api}${path}`, { method: 'GET', headers, agent });
  return {
    token,
    send: {
      'public card': () => get(`/post?postId=${card()}`),
      'card signed in': () => get(`/r/post?postId=${card()}`, { authorization }),
      like: () =>
        sendForStatus(
          `${api}/r/post_like`,
          { method: 'PUT', agent, headers: { authorization, 'content-type': 'application/json' } },
          JSON.stringify({ postId: card(), liked: Math.floor(round / cardIds.length) % 2 === 0 }),
        ),
    },
  };
}

/** Sends every kind at a fixed rate until the promise settles, and records latencies. */
export async function sampleLatencies(
  { send }: PacedRequests,
  until: Promise<unknown>,
  samples?: Samples,
): Promise<void> {
  const stopping = new AbortController();
  // The caller handles its rejection.
  void until.catch(() => {}).finally(() => stopping.abort());
  await Promise.all(
    kinds.map(async (kind) => {
      const waiting: Promise<void>[] = [];
      while (!stopping.signal.aborted) {
        const startedAt = performance.now();
        waiting.push(
          send[kind]()
            .catch(() => 0)
            .then((status) => {
              if (status === 200) samples?.[kind].push(performance.now() - startedAt);
              else if (samples) samples.refused += 1;
            }),
        );
        await sleep(paceMs);
      }
      await Promise.all(waiting);
    }),
  );
}

/** Prints the latencies of every kind; returns the slowdown of all at the median and the 99th percentile. */
export function report(idle: Samples, busy: Samples): number[] {
  let times: number[] = [];
  for (const kind of [...kinds, 'all'] as const) {
    const select = (samples: Samples) => (kind === 'all' ? allOf(samples) : samples[kind]);
    const parts = [50, 99].map(
      (part) => [quantile(select(idle), part), quantile(select(busy), part)] as const,
    );
    times = parts.map(([before, beside]) => beside / before);
    const line = parts.map(
      ([before, beside], n) =>
        `p${n === 0 ? 50 : 99} ${before.toFixed(1)} → ${beside.toFixed(1)} ms (× ${times[n]?.toFixed(2)})`,
    );
    console.log(
      `${kind.padEnd(14)} ${line.join(', ')}; ${select(idle).length} and ${select(busy).length} answers`,
    );
  }
  console.log(`refused: ${idle.refused} alone, ${busy.refused} beside uploads`);
  return times;
}
