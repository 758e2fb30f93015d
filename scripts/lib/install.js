import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure } from './failure.js';
import { withLock } from './lock.js';
import { at, projectNode } from './paths.js';
import { duration, run } from './process.js';
import { fingerprint, isStamped, stamp } from './stamp.js';

// `npm ci` empties node_modules first, so a stamp inside means a complete install.
const stampFile = at('node_modules', '.gyan-installed');

/**
 * Installs the lock file's packages unless they are installed. `withTestTools: false` omits development dependencies;
 * an install that has them is kept.
 */
export async function ensureInstalled({ withTestTools = true } = {}) {
  const [major] = process.versions.node.split('.').map(Number);
  if (major < 20)
    throw new Failure(`Gyan needs Node 20 or newer to install itself; this is ${process.version}.`);
  if (await isInstalled(withTestTools)) return;
  await withLock(
    at('.cache', 'install.lock'),
    async () => {
      if (!(await isInstalled(withTestTools))) await install(withTestTools);
    },
    { onWait: () => console.log('Waiting for another command to finish installing…') },
  );
}

async function isInstalled(withTestTools) {
  if (!existsSync(projectNode)) return false;
  const print = await wanted();
  return (
    (await isStamped(stampFile, print)) ||
    (!withTestTools && (await isStamped(stampFile, runtimeOnly(print))))
  );
}

const runtimeOnly = (print) => `${print} without test tools`;

// Other fields, such as scripts, need no reinstall.
const decisive = [
  'workspaces',
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'overrides',
  'allowScripts',
];

function wanted() {
  const { workspaces } = readManifest('');
  const manifests = ['', ...workspaces].map((folder) => {
    const manifest = readManifest(folder);
    return decisive.map((field) => manifest[field]);
  });
  const rest = JSON.stringify([process.platform, process.arch, manifests]);
  return fingerprint(at(), ['package-lock.json', '.npmrc'], rest);
}

const readManifest = (folder) => JSON.parse(readFileSync(at(folder, 'package.json'), 'utf8'));

async function install(withTestTools) {
  console.log(withTestTools ? 'Installing…' : 'Installing what running needs…');
  const [program, ...args] = npm();
  const print = await wanted();
  const flags = [
    ...(await installCommand(withTestTools, print)),
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  // With CI set, lefthook installs no git hooks: they are opt-in.
  const { code, output, seconds } = await run(program, [...args, ...flags], {
    env: { ...process.env, CI: 'true' },
  });
  if (code !== 0 || !existsSync(projectNode)) {
    process.stderr.write(output);
    throw new Failure(
      code === 0
        ? 'The dependencies are installed but the Node among them is missing: does npm run install scripts (ignore-scripts)?'
        : `Installing the dependencies failed (npm ended with ${code}); what npm said is above.`,
    );
  }
  await stamp(stampFile, withTestTools ? print : runtimeOnly(print));
  console.log(`Installed in ${duration(seconds)}.`);
}

/** `npm ci` empties the folder, and a server may be running from it, so test tools are added with `npm install`. */
async function installCommand(withTestTools, print) {
  if (!withTestTools) return ['ci', '--omit=dev'];
  const isRunnable = existsSync(projectNode) && (await isStamped(stampFile, runtimeOnly(print)));
  return isRunnable ? ['install', '--no-save', '--include=dev'] : ['ci', '--include=dev'];
}

/**
 * Command line of npm, on the Node that runs npm: the project's Node is in the folder that `npm ci` empties.
 */
export function npm() {
  const { npm_execpath: cli = '', npm_node_execpath: node = process.execPath } = process.env;
  if (cli.endsWith('npm-cli.js')) return [node, cli];
  const beside = dirname(process.execPath);
  const candidates = [
    join(beside, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ];
  const found = candidates.find((file) => existsSync(file));
  return found === undefined ? ['npm'] : [process.execPath, found];
}
