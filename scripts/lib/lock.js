import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const staleAfterMs = 20 * 60_000;

/**
 * Runs `work` while holding the lock file, after waiting for its current holder.
 * The file contains the holder's pid, so that a lock left by a killed process is ignored.
 */
export async function withLock(file, work, { onWait = () => {}, pause = 200 } = {}) {
  await mkdir(dirname(file), { recursive: true });
  let waited = false;
  while (!(await take(file))) {
    if (await isAbandoned(file)) {
      await rm(file, { force: true });
      continue;
    }
    if (!waited) onWait();
    waited = true;
    await sleep(pause);
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function take(file) {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

async function isAbandoned(file) {
  try {
    const [holder, { mtimeMs }] = await Promise.all([readFile(file, 'utf8'), stat(file)]);
    const age = Date.now() - mtimeMs;
    // A lock is empty between its creation and the write of the pid.
    if (holder === '') return age > 1000;
    return age > staleAfterMs || !isAlive(Number(holder));
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
