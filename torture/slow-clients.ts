import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openStageApp } from './support/app.ts';
import { prove } from './support/proof.ts';

// Opens many connections that send a byte now and then, or nothing, and looks when each is cut off, and whether others are
// answered meanwhile. Usage: node torture/slow-clients.ts --clients 200

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, clients: { type: 'string' } },
});
const clients = Number(options.clients ?? (options.quick ? 20 : 200));
const dripMs = 500;
/** Cut off is cut off when the next look at open connections is over. */
const headersMs = 10_000;
const bodyMs = 30_000;
const uploadMs = 60_000;
/** For a machine that has other things to do as well. */
const slackMs = 1_500;
const slowestAnswerMs = 1_000;

const kinds = [
  { name: 'silent', head: '', drips: '', limitMs: headersMs },
  { name: 'headers', head: 'GET /healthz HTTP/1.1\r\n', drips: 'X-A: b\r\n', limitMs: headersMs },
  {
    name: 'JSON body',
    head: 'POST /api/v1/feedback HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n',
    drips: ' ',
    limitMs: bodyMs,
  },
  {
    name: 'body of no call',
    head: 'POST /api/v1/nowhere HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n',
    drips: ' ',
    limitMs: bodyMs,
  },
  {
    name: 'upload',
    head: 'PUT /api/v1/r/updateuserphoto HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer TOKEN\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 4000000\r\n\r\n--x\r\nContent-Disposition: form-data; name="photoBase64"\r\n\r\n',
    drips: 'A',
    limitMs: uploadMs,
  },
];

/** From the first byte until the other side ends it. */
function timeUntilCut(url: URL, { head, drips }: { head: string; drips: string }): Promise<number> {
  return new Promise((resolve) => {
    const began = performance.now();
    const socket = connect(Number(url.port), url.hostname, () => socket.write(head));
    const dripping = setInterval(() => {
      if (drips !== '' && socket.writable) socket.write(drips);
    }, dripMs);
    socket.on('error', () => {});
    socket.on('data', () => {});
    socket.on('close', () => {
      clearInterval(dripping);
      resolve(performance.now() - began);
    });
  });
}

await prove({ promise: '12, 22', name: 'slow-clients' }, async (stage) => {
  const gyan = await openStageApp(stage);
  const { token } = await gyan.signedIn();
  const url = new URL(gyan.url);
  const figures: Record<string, number> = { clients: clients * kinds.length };
  let slowest = 0;
  let asked = 0;
  const asking = new AbortController();
  const others = (async () => {
    while (!asking.signal.aborted) {
      const began = performance.now();
      const { status } = await gyan.ask('/feed');
      slowest = Math.max(slowest, performance.now() - began);
      asked += 1;
      stage.check(status === 200, `a visitor was answered ${status}`);
      await sleep(50);
    }
  })();
  await Promise.all(
    kinds.map(async ({ name, head, drips, limitMs }) => {
      const cuts = Array.from({ length: clients }, () =>
        timeUntilCut(url, { head: head.replace('TOKEN', token), drips }),
      );
      const longest = Math.max(...(await Promise.all(cuts)));
      figures[`${name}: cut after s`] = Math.round(longest / 100) / 10;
      const inTime = longest <= limitMs + slackMs;
      stage.check(inTime, `${name}: the last was cut after ${Math.round(longest)} ms, promised ${limitMs}`);
    }),
  );
  asking.abort();
  await others;
  stage.check(slowest <= slowestAnswerMs, `a visitor waited ${Math.round(slowest)} ms`);
  return { ...figures, 'answers to others': asked, 'slowest of them ms': Math.round(slowest) };
});
