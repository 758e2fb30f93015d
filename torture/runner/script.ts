import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('..', import.meta.url));

/** A script that hangs is ended after this time. */
const timeoutMs = 30 * 60_000;
/** Time between SIGTERM and SIGKILL. */
const graceMs = 20_000;

export interface Result {
  name: string;
  /** Numbers of the promises it tests. */
  promise: string;
  ok: boolean;
  figures: Record<string, string | number>;
  seconds: number;
}

/** Every file at the top of the folder except main.ts is a script. */
export async function listScripts(): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /^[a-z-]+\.ts$/.test(entry.name) && entry.name !== 'main.ts')
    .map((entry) => entry.name.slice(0, -'.ts'.length))
    .toSorted();
}

/** Runs one script, prints its output, and parses its last line as the result. */
export async function runScript(name: string, args: readonly string[], signal: AbortSignal): Promise<Result> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [`${folder}/${name}.ts`, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const end = () => {
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), graceMs).unref();
  };
  const timer = setTimeout(end, timeoutMs);
  signal.addEventListener('abort', end);
  let last = '';
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (last !== '') console.log(`  ${last}`);
    last = line;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  signal.removeEventListener('abort', end);
  const found = parseResult(last);
  if (!found && last !== '') console.log(`  ${last}`);
  return {
    name,
    promise: found?.promise ?? '',
    ok: code === 0 && (found?.ok ?? false),
    figures: found?.figures ?? {},
    seconds: Math.round((performance.now() - startedAt) / 1000),
  };
}

/** `{"promise": "1, 2", "ok": true, "figures": {…}}`. */
function parseResult(line: string): Pick<Result, 'promise' | 'ok' | 'figures'> | undefined {
  try {
    const { promise = '', ok, figures } = JSON.parse(line) as Partial<Result>;
    return typeof ok === 'boolean' && typeof figures === 'object' ? { promise, ok, figures } : undefined;
  } catch {
    return undefined;
  }
}
