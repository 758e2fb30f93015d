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

interface Cut {
  ms: number;
  /** The status of what was said before, if anything was. */
  status: string;
}

/** From the first byte until the other side ends it, or we do, which is late. */
function untilCut(
  url: URL,
  { head, drips, patienceMs }: { head: string; drips: string; patienceMs: number },
): Promise<Cut> {
  return new Promise((resolve) => {
    let began = performance.now();
    let said = '';
    let dripping: NodeJS.Timeout | undefined;
    const socket = connect(Number(url.port), url.hostname, () => {
      began = performance.now();
      socket.write(head);
      // Not before: what is written to a socket that is still connecting goes out in front of the head.
      dripping = setInterval(() => {
        if (drips !== '' && socket.writable) socket.write(drips);
      }, dripMs);
    });
    const leaving = setTimeout(() => socket.destroy(), patienceMs);
    socket.on('error', () => {});
    socket.on('data', (piece: Buffer) => {
      said += piece.toString('latin1');
    });
    socket.on('close', () => {
      clearInterval(dripping);
      clearTimeout(leaving);
      resolve({ ms: performance.now() - began, status: /^HTTP\/1\.1 (\d+)/.exec(said)?.[1] ?? 'nothing' });
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
        untilCut(url, { head: head.replace('TOKEN', token), drips, patienceMs: 2 * limitMs }),
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
      // Whoever is let go for another reason says nothing about this one.
      const early = all.find(({ ms }) => ms < limitMs - slackMs);
      stage.check(
        early === undefined,
        `${name}: one was cut after ${Math.round(early?.ms ?? 0)} ms and had ${early?.status}`,
      );
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
