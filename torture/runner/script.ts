import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('..', import.meta.url));

/** Longer than any of them takes; one that hangs must not keep the others waiting for ever. */
const patienceMs = 20 * 60_000;
/** For putting away what it started. */
const graceMs = 20_000;

export interface Result {
  name: string;
  /** The numbers of those it is about, as the script says. */
  promise: string;
  ok: boolean;
  /** In the order the script gave them. */
  figures: Record<string, string | number>;
  seconds: number;
}

/** Whatever stands at the top of the folder breaks something, but for the file that runs the rest. */
export async function listScripts(): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /^[a-z-]+\.ts$/.test(entry.name) && entry.name !== 'main.ts')
    .map((entry) => entry.name.slice(0, -'.ts'.length))
    .toSorted();
}

/** Runs one script to its end, shows what it says, and takes its last line for what it found. */
export async function runScript(name: string, args: readonly string[], signal: AbortSignal): Promise<Result> {
  const begun = performance.now();
  const child = spawn(process.execPath, [`${folder}/${name}.ts`, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const end = () => {
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), graceMs).unref();
  };
  const late = setTimeout(end, patienceMs);
  signal.addEventListener('abort', end);
  let last = '';
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (last !== '') console.log(`  ${last}`);
    last = line;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(late);
  signal.removeEventListener('abort', end);
  const found = readFound(last);
  if (!found && last !== '') console.log(`  ${last}`);
  return {
    name,
    promise: found?.promise ?? '',
    ok: code === 0 && (found?.ok ?? false),
    figures: found?.figures ?? {},
    seconds: Math.round((performance.now() - begun) / 1000),
  };
}

/** `{"promise": "1, 2", "ok": true, "figures": {…}}`, as every script ends. */
function readFound(line: string): Pick<Result, 'promise' | 'ok' | 'figures'> | undefined {
  try {
    const { promise = '', ok, figures } = JSON.parse(line) as Partial<Result>;
    return typeof ok === 'boolean' && typeof figures === 'object' ? { promise, ok, figures } : undefined;
  } catch {
    return undefined;
  }
}
