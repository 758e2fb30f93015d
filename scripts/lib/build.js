import { rm } from 'node:fs/promises';
import { compressFolder } from './compress.js';
import { Failure } from './failure.js';
import { withLock } from './lock.js';
import { at, projectNode } from './paths.js';
import { duration, run } from './process.js';
import { fingerprint, isStamped, stamp } from './stamp.js';

const stampFile = at('web', 'dist', '.built');
const inputs = [
  'web/src',
  'web/public',
  'web/package.json',
  'web/vite.config.ts',
  'contract/src',
  'tsconfig.base.json',
  'web/tsconfig.json',
  'package-lock.json',
];

/** Builds the web app for the browser and for server rendering, unless the last build has the same inputs. */
export async function ensureBuilt() {
  if (await isBuilt()) return;
  await withLock(
    at('.cache', 'build.lock'),
    async () => {
      if (!(await isBuilt())) await build();
    },
    { onWait: () => console.log('Waiting for another command to finish building…') },
  );
}

const wanted = () => fingerprint(at(), inputs);

const isBuilt = async () => isStamped(stampFile, await wanted());

async function build() {
  console.log('Building…');
  const print = await wanted();
  await rm(stampFile, { force: true });
  const client = await vite('build');
  const server = await vite('build', '--ssr');
  await compressFolder(at('web', 'dist', 'client'));
  await stamp(stampFile, print);
  console.log(`Built in ${duration(client + server)}.`);
}

async function vite(...args) {
  const cli = at('node_modules', 'vite', 'bin', 'vite.js');
  const { code, output, seconds } = await run(projectNode, [cli, ...args, '--logLevel', 'warn'], {
    cwd: at('web'),
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (code === 0) return seconds;
  process.stderr.write(output);
  throw new Failure('Building the web app failed; what Vite said is above.');
}
