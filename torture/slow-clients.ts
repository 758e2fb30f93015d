import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openTestApp } from './support/app.ts';
import { runTortureScript } from './support/torture-script.ts';

// Opens many connections that send slowly or not at all; measures when each is closed and whether other requests are
// answered. Usage: node torture/slow-clients.ts --clients 200

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, clients: { type: 'string' } },
});
const clients = Number(options.clients ?? (options.quick ? 20 : 200));
const dripMs = 500;

const headersMs = 10_000;
const bodyMs = 30_000;
const uploadMs = 60_000;
/** Tolerance for a busy machine, and for the interval at which connections are checked. */
const slackMs = 1_500;
const slowestAnswerMs = 1_000;

const kinds = [
  { name: 'silent', head: '', chunk: '', limitMs: headersMs },
  { name: 'headers', head: 'GET /healthz HTTP/1.1\r\n', chunk: 'X-A: b\r\n', limitMs: headersMs },
  {
    name: 'JSON body',
    head: 'POST /api/v1/feedback HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n',
    chunk: ' ',
    limitMs: bodyMs,
  },
  {
    name: 'body of no call',
    head: 'POST /api/v1/nowhere HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n',
    chunk: ' ',
    limitMs: bodyMs,
  },
  {
    name: 'upload',
    head: 'PUT /api/v1/r/updateuserphoto HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer TOKEN\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 4000000\r\n\r\n--x\r\nContent-Disposition: form-data; name="photoBase64"\r\n\r\n',
    chunk: 'A',
    limitMs: uploadMs,
  },
];

interface Cut {
  ms: number;
  /** Status received before the connection closed, if any. */
  status: string;
}

/** Measures the time from the first byte until the server closes the connection, at most `maxWaitMs`. */
function untilCut(
  url: URL,
  { head, chunk, maxWaitMs }: { head: string; chunk: string; maxWaitMs: number },
): Promise<Cut> {
  return new Promise((resolve) => {
    let startedAt = performance.now();
    let received = '';
    let dripping: NodeJS.Timeout | undefined;
    const socket = connect(Number(url.port), url.hostname, () => {
      startedAt = performance.now();
      socket.write(head);
      // Only once connected: earlier writes would be sent before the head.
      dripping = setInterval(() => {
        if (chunk !== '' && socket.writable) socket.write(chunk);
      }, dripMs);
    });
    const timeout = setTimeout(() => socket.destroy(), maxWaitMs);
    socket.on('error', () => {});
    socket.on('data', (piece: Buffer) => {
      received += piece.toString('latin1');
    });
    socket.on('close', () => {
      clearInterval(dripping);
      clearTimeout(timeout);
      resolve({
        ms: performance.now() - startedAt,
        status: /^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? 'nothing',
      });
    });
  });
}

await runTortureScript({ promise: '12, 22', name: 'slow-clients' }, async (context) => {
  const gyan = await openTestApp(context);
  const { token } = await gyan.signedIn();
  const url = new URL(gyan.url);
  const figures: Record<string, number> = { clients: clients * kinds.length };
  let slowest = 0;
  let count = 0;
  const probing = new AbortController();
  const others = (async () => {
    while (!probing.signal.aborted) {
      const startedAt = performance.now();
      const { status } = await gyan.request('/feed');
      slowest = Math.max(slowest, performance.now() - startedAt);
      count += 1;
      context.check(status === 200, `a visitor was answered ${status}`);
      await sleep(50);
    }
  })();
  await Promise.all(
    kinds.map(async ({ name, head, chunk, limitMs }) => {
      const cuts = Array.from({ length: clients }, () =>
        untilCut(url, { head: head.replace('TOKEN', token), chunk, maxWaitMs: 2 * limitMs }),
      );
      const all = await Promise.all(cuts);
      console.log(
        `${name}: ${Object.entries(
          Object.groupBy(all, ({ status, ms }) => `${status} after ${Math.round(ms / 1000)} s`),
        )
          .map(([how, some]) => `${some?.length} × ${how}`)
          .join(', ')}`,
      );
      const longest = Math.max(...all.map(({ ms }) => ms));
      // A connection closed too early was closed for another reason.
      const early = all.find(({ ms }) => ms < limitMs - slackMs);
      context.check(
        early === undefined,
        `${name}: one was cut after ${Math.round(early?.ms ?? 0)} ms and had ${early?.status}`,
      );
      figures[`${name}: cut after s`] = Math.round(longest / 100) / 10;
      const inTime = longest <= limitMs + slackMs;
      context.check(inTime, `${name}: the last was cut after ${Math.round(longest)} ms, promised ${limitMs}`);
    }),
  );
  probing.abort();
  await others;
  context.check(slowest <= slowestAnswerMs, `a visitor waited ${Math.round(slowest)} ms`);
  return { ...figures, 'answers to others': count, 'slowest of them ms': Math.round(slowest) };
});
