import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withLock } from './lock.js';

let folder;
let file;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gyan-lock-'));
  file = join(folder, 'install.lock');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test('two commands started together do the work one after the other', async () => {
  const diary = [];
  const command = (name) =>
    withLock(
      file,
      async () => {
        diary.push(`${name} begins`);
        await sleep(30);
        diary.push(`${name} ends`);
      },
      { pause: 5 },
    );
  await Promise.all([command('first'), command('second')]);
  const [winner] = diary[0].split(' ');
  const other = winner === 'first' ? 'second' : 'first';
  expect(diary).toEqual([`${winner} begins`, `${winner} ends`, `${other} begins`, `${other} ends`]);
});

test('a lock left by a killed command stops nobody', async () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  await writeFile(file, String(pid));
  expect(await withLock(file, async () => 'done')).toBe('done');
});

test('work that fails lets go of the lock', async () => {
  const failing = withLock(file, async () => {
    throw new Error('the disk is full');
  });
  await expect(failing).rejects.toThrow('the disk is full');
  expect(existsSync(file)).toBe(false);
});
