import autocannon, { type Asked } from 'autocannon';

/** What is asked; `n` counts on, for what has to be different each time. */
export type Asking = (n: number) => Asked;

export interface Load {
  url: string;
  asking: Asking;
  /** The status that every answer has to have. */
  status: number;
  connections: number;
  amount: number;
}

let asked = 0;

/** All come at once in the beginning, wait for their connections, and find everything cold. */
const notCounted = 2;

/** Asks exactly so many times and answers how long each took, in milliseconds, but for the first few of each connection. */
export async function askMany({ url, asking, status, connections, amount }: Load): Promise<number[]> {
  const times: number[] = [];
  let strange: number | undefined;
  const running = autocannon({
    url,
    connections: Math.min(connections, amount),
    amount,
    timeout: 30,
    // How often it looks whether all were answered; what the server does meanwhile for nobody would count as well.
    sampleInt: 20,
    requests: [
      {
        setupRequest: (request) => {
          asked += 1;
          const { headers, ...rest } = asking(asked);
          return { ...request, ...rest, headers: { ...request.headers, ...headers } };
        },
      },
    ],
  });
  running.on('response', (_client, answered, _bytes, milliseconds) => {
    if (answered !== status) strange = answered;
    times.push(milliseconds);
  });
  const { errors, timeouts } = await running;
  if (strange !== undefined || errors + timeouts > 0 || times.length !== amount) {
    throw new Error(
      `${asking(0).method ?? 'GET'} ${asking(0).path}: wanted ${amount} × ${status}, got ${times.length} answers, ${strange ?? 'none'} strange, ${errors} errors, ${timeouts} timeouts.`,
    );
  }
  return times.slice(notCounted * Math.min(connections, amount));
}
