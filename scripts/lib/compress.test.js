import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressFolder } from './compress.js';

test('text gets packed copies that unpack to the same bytes; pictures and small files are left alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gyan-compress-'));
  const script = 'export const answer = 42;\n'.repeat(100);
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'assets', 'app.js'), script);
  await writeFile(join(folder, 'assets', 'photo.webp'), Buffer.alloc(5000));
  await writeFile(join(folder, 'robots.txt'), 'short');
  await compressFolder(folder);
  expect((await readdir(join(folder, 'assets'))).toSorted()).toEqual([
    'app.js',
    'app.js.br',
    'app.js.gz',
    'photo.webp',
  ]);
  expect(await readdir(folder)).toHaveLength(2);
  const packed = (ending) => readFile(join(folder, 'assets', `app.js.${ending}`));
  expect(brotliDecompressSync(await packed('br')).toString()).toBe(script);
  expect(gunzipSync(await packed('gz')).toString()).toBe(script);
  await rm(folder, { recursive: true });
});
