import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { convertInWorker } from './image-worker.ts';
import { makePicture } from './picture.ts';

const isLinux = process.platform === 'linux';

function photo(background: string): Promise<Buffer> {
  return sharp({ create: { width: 640, height: 360, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** This process's child processes, with the nice value of each thread. */
function forked(): { pid: number; nice: number[] }[] {
  const all = execFileSync('ps', ['-A', ...(isLinux ? ['-L'] : []), '-o', 'pid=,ppid=,nice=,args='], {
    encoding: 'utf8',
  });
  const found = new Map<number, number[]>();
  for (const line of all.split('\n')) {
    const [pid = 0, parent, nice = 0] = line.trim().split(/\s+/).slice(0, 3).map(Number);
    if (parent !== process.pid || !line.includes('image-worker-process')) continue;
    found.set(pid, [...(found.get(pid) ?? []), nice]);
  }
  return [...found].map(([pid, nice]) => ({ pid, nice }));
}

it('makes the same picture as is made here, in one process of lower priority', async () => {
  const bytes = await photo('#b4500a');
  const [one, other] = await Promise.all([convertInWorker(bytes), convertInWorker(bytes)]);
  expect(one).toEqual(await makePicture(bytes));
  expect(other).toEqual(one);
  const children = forked();
  expect(children).toHaveLength(1);
  const nice = children[0]?.nice ?? [];
  expect(nice.length).toBeGreaterThan(isLinux ? 3 : 0);
  expect(Math.min(...nice)).toBeGreaterThan(0);
});

it.skipIf(!existsSync('/proc/self/autogroup'))('gives its session a lower priority too', async () => {
  await convertInWorker(await photo('#7a1fa2'));
  const [running] = forked();
  const session = (pid: number | undefined) => readFileSync(`/proc/${pid}/autogroup`, 'utf8');
  await expect.poll(() => session(running?.pid)).toMatch(/ nice 10$/m);
  expect(session(process.pid)).not.toMatch(/ nice 10$/m);
});

it('says what is wrong with a picture', async () => {
  const whole = await photo('#2b3a67');
  const cut = convertInWorker(whole.subarray(0, whole.length / 2));
  await expect(cut).rejects.toMatchObject({
    code: 'invalid_input',
    fields: [{ field: 'photoBase64', message: 'Invalid image type' }],
  });
});

it('asks to try again when its process dies, and begins anew', async () => {
  const [running] = forked();
  if (!running) throw new Error('There is no process to end.');
  process.kill(running.pid, 'SIGSTOP');
  const refused = convertInWorker(await photo('#654321')).catch((error: unknown) => error);
  // Time to send the picture; a stopped process gives no event to wait for.
  await sleep(300);
  process.kill(running.pid, 'SIGKILL');
  expect(await refused).toMatchObject({ code: 'unavailable', retryAfter: 5 });
  await expect(convertInWorker(await photo('#123456'))).resolves.toMatchObject({
    sizes: { sm: { width: 480 } },
  });
  expect(forked().map(({ pid }) => pid)).not.toContain(running.pid);
});

it('gives up on a process that stands still, and begins anew', async () => {
  const [running] = forked();
  if (!running) throw new Error('There is no process to stop.');
  process.kill(running.pid, 'SIGSTOP');
  const refused = convertInWorker(await photo('#0f7b6c'), 500);
  await expect(refused).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 });
  await expect(convertInWorker(await photo('#0f7b6c'))).resolves.toMatchObject({
    sizes: { sm: { width: 480 } },
  });
});

it.skipIf(process.platform === 'win32')('asks to try again while no process can be started', async () => {
  const script = `
    import { closeSync, openSync } from 'node:fs';
    const { convertInWorker } = await import(${JSON.stringify(new URL('image-worker.ts', import.meta.url))});
    const bytes = Buffer.from('${(await photo('#31572c')).toString('base64')}', 'base64');
    const develop = () => convertInWorker(bytes).then(() => 'made', (error) => error.code ?? error);
    const files = [];
    try {
      for (;;) files.push(openSync('/dev/null'));
    } catch {}
    const first = await develop();
    for (const file of files) closeSync(file);
    console.log(first, await develop());
  `;
  const limited = 'ulimit -n 60 && exec "$0" --input-type=module --eval "$1"';
  const { stdout } = await promisify(execFile)('sh', ['-c', limited, process.execPath, script]);
  expect(stdout).toBe('unavailable made\n');
});
