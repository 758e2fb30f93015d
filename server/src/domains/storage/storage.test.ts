import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startS3, type TestS3 } from '#test/s3.ts';
import { startFaultProxy } from '../../../../torture/support/fault-proxy.ts';
import { contentKey } from './keys.ts';
import { openStorage, type Storage } from './storage.ts';

let folder: string;
let s3: TestS3;
const opened: Storage[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gyan storage-'));
  s3 = await startS3();
});

afterAll(async () => {
  for (const storage of opened) storage.close();
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});

async function open(kind: 'folder' | 'bucket'): Promise<Storage> {
  const storage =
    kind === 'folder'
      ? await openStorage(pathToFileURL(folder).href)
      : await openStorage(s3.url, { credentials: s3.credentials });
  opened.push(storage);
  return storage;
}

const text = (value: string) => new TextEncoder().encode(value);
const plain = { contentType: 'text/plain' };

describe.each(['folder', 'bucket'] as const)('a %s', (kind) => {
  it('gives back what was put there, byte for byte', async () => {
    const storage = await open(kind);
    const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 31) % 256);
    await storage.put('photos/ab/abcd/sm.webp', bytes, { contentType: 'image/webp' });
    expect(Buffer.compare((await storage.get('photos/ab/abcd/sm.webp')) ?? Buffer.of(), bytes)).toBe(0);
    expect(await storage.size('photos/ab/abcd/sm.webp')).toBe(300_000);
    expect(await storage.size('photos/ab/abcd')).toBeUndefined();
    expect(await storage.size('photos/none')).toBeUndefined();
  });

  it('keeps an empty object empty', async () => {
    const storage = await open(kind);
    await storage.put('empty/one', new Uint8Array(), plain);
    expect((await storage.get('empty/one'))?.byteLength).toBe(0);
  });

  it('replaces what was there', async () => {
    const storage = await open(kind);
    await storage.put('notes/a.txt', text('a longer first text'), plain);
    await storage.put('notes/a.txt', text('second'), plain);
    expect(Buffer.from((await storage.get('notes/a.txt')) ?? []).toString()).toBe('second');
  });

  it('says that something is not there, without failing', async () => {
    const storage = await open(kind);
    await storage.put('notes/b.txt', text('b'), plain);
    expect(await storage.get('notes/none')).toBeUndefined();
    expect(await storage.get('notes')).toBeUndefined();
    expect(await storage.get('notes/b.txt/below')).toBeUndefined();
    expect(await storage.exists('notes/b.txt')).toBe(true);
    expect(await storage.exists('notes/none')).toBe(false);
    expect(await storage.exists('notes')).toBe(false);
  });

  it('deletes, also what is not there', async () => {
    const storage = await open(kind);
    await storage.put('notes/gone.txt', text('x'), plain);
    await storage.delete('notes/gone.txt');
    await storage.delete('notes/gone.txt');
    expect(await storage.exists('notes/gone.txt')).toBe(false);
  });

  it('lists a folder with everything below it and nothing beside it', async () => {
    const storage = await open(kind);
    for (const key of ['imports/one.json', 'imports/deep/two.json', 'imports-old/three.json']) {
      await storage.put(key, text('{}'), plain);
    }
    expect((await storage.list('imports')).toSorted()).toEqual(['imports/deep/two.json', 'imports/one.json']);
    expect(await storage.list('nothing')).toEqual([]);
  });

  it('takes the same object from many writers at once', async () => {
    const storage = await open(kind);
    const bytes = new Uint8Array(100_000).fill(7);
    await Promise.all(Array.from({ length: 10 }, () => storage.put('race/same', bytes, plain)));
    expect((await storage.get('race/same'))?.byteLength).toBe(bytes.byteLength);
  });

  it.each([
    '',
    '/',
    '../x',
    'a/../b',
    'a//b',
    '/etc/passwd',
    '.hidden',
    'a/.incoming/b',
    'a\\b',
    'a\0b',
    'a/',
    'x'.repeat(600),
  ])('refuses %j as a key', async (key) => {
    const storage = await open(kind);
    await expect(storage.put(key, text('x'), plain)).rejects.toThrow(TypeError);
    await expect(storage.get(key)).rejects.toThrow(TypeError);
    await expect(storage.exists(key)).rejects.toThrow(TypeError);
    await expect(storage.size(key)).rejects.toThrow(TypeError);
    await expect(storage.delete(key)).rejects.toThrow(TypeError);
  });

  it('says that it is ready', async () => {
    const storage = await open(kind);
    await expect(storage.check()).resolves.toBeUndefined();
  });
});

describe('a folder', () => {
  it('leaves no half-written file behind', async () => {
    const storage = await open('folder');
    await storage.put('whole/a', text('a'), plain);
    expect(await readFile(join(folder, 'whole/a'), 'utf8')).toBe('a');
    expect(await readdir(join(folder, '.incoming'))).toEqual([]);
  });

  it('cleans up after a write that cannot succeed', async () => {
    const storage = await open('folder');
    await storage.put('blocked', text('a file where a folder is needed'), plain);
    await expect(storage.put('blocked/a', text('a'), plain)).rejects.toThrow(/EEXIST|ENOTDIR/);
    expect(await readdir(join(folder, '.incoming'))).toEqual([]);
  });

  it('is not ready where it cannot be made', async () => {
    const blocker = join(folder, 'file');
    await writeFile(blocker, '');
    const storage = await openStorage(pathToFileURL(join(blocker, 'below')).href);
    await expect(storage.check()).rejects.toThrow(/EEXIST|ENOTDIR/);
  });
});

describe('a bucket', () => {
  it('is not ready when it is not there', async () => {
    const storage = await openStorage(s3.url.replace('//gyan/', '//elsewhere/'), {
      credentials: s3.credentials,
    });
    await expect(storage.check()).rejects.toThrow(/NotFound|Unknown/);
    await expect(storage.get('a')).rejects.toThrow(/bucket does not exist/);
    storage.close();
  });

  it('refuses wrong keys of the operator', async () => {
    const storage = await openStorage(s3.url, {
      credentials: { accessKeyId: 'stranger', secretAccessKey: 'S3RVER' },
    });
    await expect(storage.put('a', text('a'), plain)).rejects.toThrow(/key id/i);
    storage.close();
  });

  it('gives up on a server that never answers', { timeout: 30_000 }, async () => {
    const silent = await listenSilently();
    const { port } = silent.address() as AddressInfo;
    const storage = await openStorage(`s3://gyan?endpoint=http://127.0.0.1:${port}`, {
      credentials: s3.credentials,
      answerMs: 300,
    });
    const begun = performance.now();
    await expect(storage.get('a')).rejects.toThrow(/timed? ?out|timeout/i);
    expect(performance.now() - begun).toBeLessThan(5_000);
    storage.close();
    silent.closeAllConnections();
    silent.close();
  });

  it('is left alone for a while after it has failed a few times, and is asked again then', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const way = await startFaultProxy({ port: Number(new URL(endpointOf(s3.url)).port) });
    const url = new URL(s3.url);
    url.searchParams.set('endpoint', `http://127.0.0.1:${way.port}`);
    const storage = await openStorage(url.href, { credentials: s3.credentials, answerMs: 300 });
    await storage.put('a', text('a'), plain);
    await way.set({ kind: 'swallow' });
    await Promise.allSettled(Array.from({ length: 5 }, () => storage.get('a')));
    const begun = performance.now();
    await expect(storage.get('a')).rejects.toThrow(/Not asked again/);
    expect(performance.now() - begun).toBeLessThan(250);
    await way.set({ kind: 'none' });
    vi.setSystemTime(Date.now() + 10_001);
    expect(await storage.get('a')).toBeDefined();
    vi.useRealTimers();
    storage.close();
    await way.stop();
  });

  it('fails at once when nothing listens', async () => {
    const closed = await listenSilently();
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const storage = await openStorage(`s3://gyan?endpoint=http://127.0.0.1:${port}`, {
      credentials: s3.credentials,
    });
    await expect(storage.get('a')).rejects.toThrow(/ECONNREFUSED/);
    storage.close();
  });
});

it('names the same bytes alike and others differently', () => {
  expect(contentKey(text('a'))).toBe(contentKey(text('a')));
  expect(contentKey(text('a'))).not.toBe(contentKey(text('b')));
  expect(contentKey(text('a'))).toMatch(/^[0-9a-f]{40}$/);
});

const endpointOf = (url: string) => new URL(url).searchParams.get('endpoint') ?? '';

function listenSilently(): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer(() => {});
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}
