import { createHash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AnswerOf } from '@gyan/contract/calls.ts';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { ReceivedPhoto } from './received-photo.ts';

let gyan: TestApp;
let creator: { token: string };
beforeAll(async () => {
  gyan = await startApp();
  creator = await gyan.signedIn({ role: 'kCreator' });
});
afterAll(() => gyan.close());

/** Random pixels, so that it takes megabytes. */
function photo(mean: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean, sigma: 60 } as const;
  return sharp({ create: { width: 1800, height: 1350, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 95 })
    .toBuffer();
}

const post = (photoBase64: string, key: string) =>
  gyan.request('/r/post', {
    method: 'POST',
    token: creator.token,
    form: { title: 'Grain', statusText: 'A photo of the night.', photoBase64 },
    headers: { 'idempotency-key': key },
  });

it('keeps a large picture as it was sent, and knows it again', async () => {
  const [one, other] = (await Promise.all([photo(110), photo(150)])).map((bytes) => bytes.toString('base64'));
  expect(one?.length).toBeGreaterThan(2_000_000);
  const first = await post(`data:image/jpeg;base64,${one}`, 'large');
  expect(first.status).toBe(200);
  const { feedItemModel } = first.body as AnswerOf<'POST /r/post'>;
  const name = createHash('sha256')
    .update(Buffer.from(one ?? '', 'base64'))
    .digest('hex')
    .slice(0, 40);
  const lg = feedItemModel.postModel.photoModelVec?.[0]?.specMap.lg;
  expect(lg).toEqual({ url: `/media/${name}/lg.webp`, width: 1800, height: 1350 });

  expect((await post(`data:image/jpeg;base64,${one}`, 'large')).text).toBe(first.text);
  expect((await post(`data:image/jpeg;base64,${other}`, 'large')).status).toBe(409);
});

it('says what is wrong with a large one', async () => {
  const base64 = randomBytes(3_000_000).toString('base64');
  const words = async (photoBase64: string) => {
    const { body } = await post(photoBase64, `wrong-${photoBase64.length}`);
    const { status, detail } = body as { status: number; detail: string };
    return [status, detail];
  };
  expect(await words(`${base64}!`)).toEqual([400, 'Image must be sent as base64']);
  expect(await words(`${base64.slice(0, 2_000_000)} <br> ${base64}`)).toEqual([
    400,
    'Image must be sent as base64',
  ]);
  expect(await words(base64)).toEqual([400, 'Invalid image type']);
  expect(await words('A'.repeat(8 * 1024 * 1024))).toEqual([413, 'This is too large to be accepted.']);
});

it('refuses a form that ends in the middle of its picture', async () => {
  const start = '--cut\r\ncontent-disposition: form-data; name="photoBase64"\r\n\r\n';
  const answer = await gyan.request('/r/updateuserphoto', {
    method: 'PUT',
    token: creator.token,
    body: start + 'A'.repeat(1_000_000),
    headers: { 'content-type': 'multipart/form-data; boundary=cut' },
  });
  expect(answer.body).toMatchObject({ status: 400, detail: 'This form could not be read.' });
});

it('is taken in small pieces with room for others between them, however many come at once', async () => {
  const pieces: { bytes: number; round: number }[] = [];
  let rounds = 0;
  let isOpen = true;
  const count = () => {
    rounds += 1;
    if (isOpen) setImmediate(count);
  };
  // oxlint-disable-next-line typescript/unbound-method -- called on a photo below
  const take = ReceivedPhoto.prototype.take;
  const spy = vi.spyOn(ReceivedPhoto.prototype, 'take').mockImplementation(function (
    this: ReceivedPhoto,
    piece,
  ) {
    pieces.push({ bytes: piece.byteLength, round: rounds });
    take.call(this, piece);
  });
  try {
    count();
    const base64 = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), randomBytes(3_000_000)]).toString(
      'base64',
    );
    const uploads = Array.from({ length: 6 }, (_, n) => post(base64, `pieces-${n}`));
    expect((await Promise.all(uploads)).map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400]);
    const sent = pieces.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(sent).toBe(6 * base64.length);
    expect(Math.max(...pieces.map(({ bytes }) => bytes))).toBeLessThanOrEqual(128 * 1024);
    // A chunk that ends within a boundary is passed on as two.
    expect(new Set(pieces.map(({ round }) => round)).size).toBeGreaterThan(pieces.length / 3);
  } finally {
    isOpen = false;
    spy.mockRestore();
  }
});

it('waits while others are worked on, also when nobody waits for those any more', async () => {
  const taken = vi.spyOn(ReceivedPhoto.prototype, 'take');
  const base64 = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), randomBytes(600_000)]).toString('base64');
  const form = `--b\r\ncontent-disposition: form-data; name="photoBase64"\r\n\r\n${base64}\r\n--b--\r\n`;
  const { hostname, port } = new URL(gyan.url);
  const send = () => {
    const head = [
      'PUT /api/v1/r/updateuserphoto HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${creator.token}`,
      'Content-Type: multipart/form-data; boundary=b',
      `Content-Length: ${form.length}`,
    ];
    const socket = connect(Number(port), hostname);
    socket.write(`${head.join('\r\n')}\r\n\r\n${form}`);
    return socket;
  };
  const { last, early } = await gyan.db.transaction(async (tx) => {
    await tx.query(sql`lock table photos in access exclusive mode`);
    const leaving = [send(), send(), send()];
    const stuck = sql`select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(() => gyan.db.query(stuck)).toHaveLength(3);
    for (const socket of leaving) socket.destroy();
    taken.mockClear();
    const fourth = post(base64, 'fourth');
    await sleep(300);
    return { last: fourth, early: taken.mock.calls.length };
  });
  expect((await last).body).toMatchObject({ status: 400, detail: 'Invalid image type' });
  expect(early).toBe(0);
  expect(taken).toHaveBeenCalled();
  taken.mockRestore();
});
