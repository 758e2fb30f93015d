import autocannon, { type LoadRequest } from 'autocannon';

/** Builds request number `n`; `n` grows across all loads. */
export type BuildRequest = (n: number) => LoadRequest;

export interface Load {
  url: string;
  buildRequest: BuildRequest;
  /** Expected status of every response. */
  status: number;
  connections: number;
  amount: number;
}

let sent = 0;

/** The first requests of each connection include connecting and cold code; they are not counted. */
const warmUpPerConnection = 2;

/** Sends exactly `amount` requests and returns their latencies in milliseconds, without each connection's first. */
export async function sendMany({ url, buildRequest, status, connections, amount }: Load): Promise<number[]> {
  const times: number[] = [];
  let unexpected: number | undefined;
  const running = autocannon({
    url,
    connections: Math.min(connections, amount),
    amount,
    timeout: 30,
    // Interval at which autocannon checks for the end; idle time of the server would be counted too.
    sampleInt: 20,
    requests: [
      {
        setupRequest: (request) => {
          sent += 1;
          const { headers, ...rest } = buildRequest(sent);
          return { ...request, ...rest, headers: { ...request.headers, ...headers } };
        },
      },
    ],
  });
  running.on('response', (_client, answered, _bytes, milliseconds) => {
    if (answered !== status) unexpected = answered;
    times.push(milliseconds);
  });
  const { errors, timeouts } = await running;
  if (unexpected !== undefined || errors + timeouts > 0 || times.length !== amount) {
    throw new Error(
      `${buildRequest(0).method ?? 'GET'} ${buildRequest(0).path}: wanted ${amount} × ${status}, got ${times.length} answers, ${unexpected ?? 'none'} strange, ${errors} errors, ${timeouts} timeouts.`,
    );
  }
  return times.slice(warmUpPerConnection * Math.min(connections, amount));
}
