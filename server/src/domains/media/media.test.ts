import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PhotoModel } from '@gyan/contract/photos.ts';
import Fastify from 'fastify';
import sharp from 'sharp';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStorage, type Storage } from '#domains/storage/storage.ts';
import { installProblems } from '#http/problems.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { storePhoto } from '#test/factories.ts';
import { preparePhoto, savePhoto } from './actions.ts';
import { renderDrawing } from './drawing.ts';
import { photoUrl, type SizeName, storageKey } from './files.ts';
import { mediaPlugin } from './routes.ts';
import { photoJson } from './view.ts';

let database: TestDatabase;
let folder: string;
let storage: Storage;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'gyan-media-'));
  storage = await openStorage(pathToFileURL(folder).href);
});

afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const deps = () => ({ db: database.db, storage });

function drawing(color: string, width = 640, height = 360): Promise<Buffer> {
  return renderDrawing(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${color}"/><circle cx="50%" cy="50%" r="40" fill="white"/></svg>`,
    width,
  );
}

describe('storing', () => {
  it('gives the same row for the same bytes, also when many upload it at once', async () => {
    const bytes = await drawing('#b4500a');
    const rows = await Promise.all(Array.from({ length: 10 }, () => storePhoto(deps(), bytes)));
    expect(new Set(rows.map((row) => row.id)).size).toBe(1);
    expect((await storePhoto(deps(), bytes)).id).toBe(rows[0]?.id);
    const [count] = await database.db.query<{ count: number }>(
      sql`select count(*) from photos where key = ${rows[0]?.key}`,
    );
    expect(count?.count).toBe(1);
  });

  it('gives other bytes another row', async () => {
    const one = await storePhoto(deps(), await drawing('#112233'));
    const two = await storePhoto(deps(), await drawing('#332211'));
    expect(one.key).not.toBe(two.key);
  });

  it('writes the row with the transaction, and not without it', async () => {
    const prepared = await preparePhoto(deps(), await drawing('#abcdef'));
    const work = database.db.transaction(async (tx) => {
      await savePhoto(tx, prepared);
      throw new Error('no card after all');
    });
    await expect(work).rejects.toThrow('no card after all');
    const rows = await database.db.query(sql`select 1 from photos where key = ${prepared.key}`);
    expect(rows).toEqual([]);
    expect(await storage.exists(storageKey(prepared.key, 'lg'))).toBe(true);
  });

  it('is on the wire with the address and dimensions of each size', async () => {
    const row = await storePhoto(deps(), await drawing('#2b3a67'));
    const [found] = await database.db.query<{ model: unknown; none: unknown }>(sql`
      select ${raw(photoJson('p'))} as model, ${raw(photoJson('none'))} as none
      from photos as p left join photos as none on false
      where p.id = ${row.id}`);
    const size = (name: SizeName) => ({ url: photoUrl(row.key, name), ...row.sizes[name] });
    const model = {
      specMap: { sm: size('sm'), md: size('md'), lg: size('lg') },
      placeholder: row.placeholder,
    };
    expect(found).toEqual({ model, none: null });
    expect(PhotoModel.parse(found?.model)).toEqual(model);
    expect(model.specMap.lg).toEqual({ url: `/media/${row.key}/lg.webp`, width: 640, height: 360 });
  });
});

describe('serving', () => {
  async function app() {
    const fresh = Fastify();
    installProblems(fresh);
    await fresh.register(mediaPlugin({ storage }));
    return fresh;
  }

  it('serves every size for ever, with its type', async () => {
    const { key, sizes } = await storePhoto(deps(), await drawing('#445566', 1400, 700));
    const server = await app();
    for (const [file, type, width] of [
      ['sm.webp', 'image/webp', 480],
      ['md.webp', 'image/webp', 960],
      ['lg.webp', 'image/webp', 1400],
      ['share.jpg', 'image/jpeg', 1200],
    ] as const) {
      const answer = await server.inject({ url: `/media/${key}/${file}` });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-length': String(answer.rawPayload.byteLength),
      });
      expect((await sharp(answer.rawPayload).metadata()).width).toBe(width);
    }
    expect(sizes.share).toEqual({ width: 1200, height: 600 });
  });

  it('answers 304 to who has it, and only the head to who asks for that', async () => {
    const { key } = await storePhoto(deps(), await drawing('#665544'));
    const server = await app();
    const url = `/media/${key}/sm.webp`;
    const first = await server.inject({ url });
    const etag = String(first.headers.etag);
    const again = await server.inject({ url, headers: { 'if-none-match': `"other", W/${etag}` } });
    expect(again.statusCode).toBe(304);
    expect(again.rawPayload.byteLength).toBe(0);
    expect(again.headers.etag).toBe(etag);
    const head = await server.inject({ method: 'HEAD', url });
    expect(head.statusCode).toBe(200);
    expect(head.headers['content-length']).toBe(first.headers['content-length']);
    expect(head.rawPayload.byteLength).toBe(0);
  });

  it.each([
    `/media/${'0'.repeat(40)}/sm.webp`,
    '/media/short/sm.webp',
    `/media/${'0'.repeat(40)}/original.png`,
    `/media/${'0'.repeat(40)}/toString`,
    `/media/..%2f..%2fetc/passwd`,
    `/media/${'0'.repeat(40)}/..%2f..%2fsm.webp`,
  ])('has nothing at %s', async (url) => {
    const answer = await (await app()).inject({ url });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toMatchObject({ code: 'not_found' });
  });
});

describe('a storage that never answers', () => {
  const silent = createServer(() => {});
  let away: Storage;
  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      silent.listen(0, '127.0.0.1', resolve);
    });
    const { port } = silent.address() as AddressInfo;
    away = await openStorage(`s3://gyan?endpoint=http://127.0.0.1:${port}`, {
      credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
      answerMs: 200,
    });
  });
  afterAll(() => {
    away.close();
    silent.closeAllConnections();
    silent.close();
  });

  it('gets whoever wants a picture a 503 and a time to come back', async () => {
    const app = Fastify();
    installProblems(app);
    await app.register(mediaPlugin({ storage: away }));
    const answer = await app.inject(`/media/${'a'.repeat(40)}/sm.webp`);
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ code: 'unavailable' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    await app.close();
  });

  it('gets whoever sends one the same', async () => {
    const bytes = await drawing('#445566');
    await expect(storePhoto({ db: database.db, storage: away }, bytes)).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});
