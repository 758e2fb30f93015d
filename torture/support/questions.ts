import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoPassword, demoPeople } from '../../demo/people.ts';
import { send } from './bare-request.ts';
import { quantile } from './bystanders.ts';

const kinds = ['public card', 'card signed in', 'like'] as const;
/** Between two questions of one kind; a person's page asks in this rhythm, a machine would hide what waiting costs. */
const paceMs = 15;

type Kind = (typeof kinds)[number];
/** How many milliseconds each answer took, and how many were none. */
export type Samples = Record<Kind, number[]> & { refused: number };

export const newSamples = (): Samples => ({ 'public card': [], 'card signed in': [], like: [], refused: 0 });

export const allOf = (samples: Samples) => kinds.flatMap((kind) => samples[kind]);

/** Ordinary things to ask. */
export interface Questions {
  token: string;
  ask: Record<Kind, () => Promise<number>>;
}

/** Of a site with the demo on it. */
export async function openQuestions(url: string): Promise<Questions> {
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
  return questionsAbout(cardIds, { url, token });
}

/** Of any site, by somebody who is signed in there. */
export function questionsAbout(
  cardIds: readonly number[],
  { url, token }: { url: string; token: string },
): Questions {
  const api = `${url}/api/v1`;
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const authorization = `Bearer ${token}`;
  let turn = 0;
  const card = () => {
    turn += 1;
    return cardIds[turn % cardIds.length] ?? 0;
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
          JSON.stringify({ postId: card(), liked: Math.floor(turn / cardIds.length) % 2 === 0 }),
        ),
    },
  };
}

/** Each kind in its own rhythm, whether or not the last one is answered yet: whoever is kept waiting counts. */
export async function askAll({ ask }: Questions, until: Promise<unknown>, samples?: Samples): Promise<void> {
  const ending = new AbortController();
  // What becomes of it is for whoever waits for it to say.
  void until.catch(() => {}).finally(() => ending.abort());
  await Promise.all(
    kinds.map(async (kind) => {
      const waiting: Promise<void>[] = [];
      while (!ending.signal.aborted) {
        const begun = performance.now();
        waiting.push(
          ask[kind]()
            .catch(() => 0)
            .then((status) => {
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
export function report(idle: Samples, busy: Samples): number[] {
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
