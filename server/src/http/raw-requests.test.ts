import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp();
});
afterAll(() => gyan.close());

/** Sends raw bytes; returns the statuses received and whether the server closed the connection. */
function send(bytes: string): Promise<{ statuses: number[]; ended: boolean }> {
  const { hostname, port } = new URL(gyan.url);
  return new Promise((resolve) => {
    let received = '';
    const finish = (ended: boolean) => {
      clearTimeout(patience);
      socket.destroy();
      const statuses = Array.from(received.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status));
      resolve({ statuses, ended });
    };
    const socket = connect(Number(port), hostname, () => socket.write(Buffer.from(bytes, 'latin1')));
    // Long enough for a response to a second request.
    const patience = setTimeout(() => finish(false), 700);
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
    socket.on('error', () => finish(true));
    socket.on('close', () => finish(true));
  });
}

const host = 'Host: localhost\r\n';
const hidden = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
const post = (headers: string, body: string) =>
  `POST /api/v1/feedback HTTP/1.1\r\n${host}Content-Type: application/json\r\n${headers}\r\n${body}`;
const json = '{"feedback":"x"}';
const chunked = 'Transfer-Encoding: chunked\r\n';

it.each([
  ['two lengths', post('Content-Length: 16\r\nContent-Length: 0\r\n', json + hidden)],
  ['a list of lengths', post('Content-Length: 16, 0\r\n', json + hidden)],
  ['a length with a sign', post('Content-Length: +16\r\n', json + hidden)],
  ['a negative length', post('Content-Length: -1\r\n', hidden)],
  ['a length in hexadecimal', post('Content-Length: 0x10\r\n', json + hidden)],
  ['an endless length', post(`Content-Length: ${'9'.repeat(40)}\r\n`, hidden)],
  ['a length and chunks', post(`Content-Length: 4\r\n${chunked}`, `0\r\n\r\n${hidden}`)],
  ['chunks and a length', post(`${chunked}Content-Length: 4\r\n`, `0\r\n\r\n${hidden}`)],
  [
    'chunks that are not the last coding',
    post('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${hidden}`),
  ],
  ['an unknown coding', post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${hidden}`)],
  ['a coding twice', post(`${chunked}Transfer-Encoding: x\r\n`, `0\r\n\r\n${hidden}`)],
  ['a space before the colon', post('Transfer-Encoding : chunked\r\n', `0\r\n\r\n${hidden}`)],
  ['a folded header', `GET /healthz HTTP/1.1\r\n${host}X-A: b\r\n c\r\n\r\n${hidden}`],
  ['a folded coding', post('Transfer-Encoding:\r\n chunked\r\n', `0\r\n\r\n${hidden}`)],
  ['a carriage return of its own', `GET /healthz HTTP/1.1\r\n${host}X-A: b\rX-B: c\r\n\r\n${hidden}`],
  ['a NUL in a header', `GET /healthz HTTP/1.1\r\n${host}X-A: b\0c\r\n\r\n${hidden}`],
  ['a header without a name', `GET /healthz HTTP/1.1\r\n${host}: b\r\n\r\n${hidden}`],
  ['a header without a colon', `GET /healthz HTTP/1.1\r\n${host}nothing\r\n\r\n${hidden}`],
  ['a space in the address', `GET /health z HTTP/1.1\r\n${host}\r\n${hidden}`],
  ['a control in the address', `GET /healthz\x01 HTTP/1.1\r\n${host}\r\n${hidden}`],
  ['no host', `GET /healthz HTTP/1.1\r\n\r\n${hidden}`],
  ['two hosts', `GET /healthz HTTP/1.1\r\n${host}Host: evil.example\r\n\r\n${hidden}`],
  ['no version', `GET /healthz\r\n\r\n${hidden}`],
  ['a version of tomorrow', `GET /healthz HTTP/9.9\r\n${host}\r\n${hidden}`],
  ['an unknown method', `FETCH /healthz HTTP/1.1\r\n${host}\r\n${hidden}`],
  ['a method in small letters', `get /healthz HTTP/1.1\r\n${host}\r\n${hidden}`],
  ['a chunk of no size', post(chunked, `zz\r\n${json}\r\n0\r\n\r\n${hidden}`)],
  ['a chunk of negative size', post(chunked, `-1\r\n${json}\r\n0\r\n\r\n${hidden}`)],
  ['a chunk beyond all sizes', post(chunked, `fffffffffffffffff\r\n${json}\r\n0\r\n\r\n${hidden}`)],
  ['a chunk longer than it says', post(chunked, `3\r\n${json}\r\n0\r\n\r\n${hidden}`)],
  ['a chunk with a line feed alone', post(chunked, `10\n${json}\n0\n\n${hidden}`)],
  [
    'a chunk with an endless extension',
    post(chunked, `10;${'x'.repeat(20_000)}\r\n${json}\r\n0\r\n\r\n${hidden}`),
  ],
  ['headers without end', `GET /healthz HTTP/1.1\r\n${host}X-A: ${'x'.repeat(20_000)}\r\n\r\n${hidden}`],
  ['not HTTP at all', `\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03${'\0'.repeat(100)}`],
])('a request with %s is refused, and whatever hides behind it is not read', async (_what, bytes) => {
  const { statuses, ended } = await send(bytes);
  expect(statuses.length).toBeLessThanOrEqual(1);
  for (const status of statuses) expect([400, 404, 405, 413, 431, 501, 505]).toContain(status);
  expect(ended).toBe(true);
});

it('lines that end in a line feed alone are refused', async () => {
  const { statuses } = await send(
    `GET /healthz HTTP/1.1\n${host.replace('\r', '')}\n${hidden.replaceAll('\r', '')}`,
  );
  expect(statuses.filter((status) => status < 400)).toEqual([]);
});

it('requests in a row are answered in a row', async () => {
  const nowhere = `GET /api/v1/nowhere HTTP/1.1\r\n${host}\r\n`;
  const body = post(`Content-Length: ${json.length}\r\n`, json);
  const { statuses } = await send(hidden + nowhere + body + hidden);
  expect(statuses).toEqual([200, 404, 200, 200]);
});

it('chunks with extensions, and a trailer, are read as what they are', async () => {
  const body = post(
    chunked,
    `8;a=b;c="d"\r\n${json.slice(0, 8)}\r\n8\r\n${json.slice(8)}\r\n0\r\nX-T: y\r\n\r\n`,
  );
  expect((await send(body + hidden)).statuses).toEqual([200, 200]);
});

it('whole addresses lead nowhere else', async () => {
  const { statuses } = await send(`GET http://evil.example/healthz HTTP/1.1\r\n${host}\r\n`);
  expect(statuses).toHaveLength(1);
  expect(
    (await send(`CONNECT evil.example:443 HTTP/1.1\r\n${host}\r\n`)).statuses.filter((s) => s < 400),
  ).toEqual([]);
});

it('an address that is too long is told so', async () => {
  expect((await send(`GET /${'x'.repeat(9_000)} HTTP/1.1\r\n${host}\r\n`)).statuses).toEqual([414]);
});
