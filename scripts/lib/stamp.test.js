import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fingerprint, isStamped, stamp } from './stamp.js';

let root;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'gyan stamp '));
  await mkdir(join(root, 'src', 'ui'), { recursive: true });
  await writeFile(join(root, 'src', 'ui', 'button.ts'), 'one');
  await writeFile(join(root, 'package-lock.json'), '{}');
});

afterEach(() => rm(root, { recursive: true, force: true }));

const print = (extra) => fingerprint(root, ['src', 'package-lock.json', 'public'], extra);

test('unchanged files keep their fingerprint', async () => {
  const before = await print();
  await writeFile(join(root, 'src', 'ui', 'button.ts'), 'one');
  expect(await print()).toBe(before);
});

test.each([
  ['a changed file', () => writeFile(join(root, 'src', 'ui', 'button.ts'), 'two')],
  ['a new file', () => writeFile(join(root, 'src', 'new.ts'), '')],
  ['a renamed file', () => rename(join(root, 'src', 'ui', 'button.ts'), join(root, 'src', 'ui', 'key.ts'))],
  ['a removed file', () => rm(join(root, 'package-lock.json'))],
])('%s changes it', async (_what, change) => {
  const before = await print();
  await change();
  expect(await print()).not.toBe(before);
});

test('another machine changes it', async () => {
  expect(await print('linux arm64')).not.toBe(await print('linux x64'));
});

test('only the same fingerprint counts as stamped', async () => {
  const file = join(root, '.built');
  expect(await isStamped(file, 'abc')).toBe(false);
  await stamp(file, 'abc');
  expect(await isStamped(file, 'abc')).toBe(true);
  expect(await isStamped(file, 'abd')).toBe(false);
});
