import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';

export type Figures = Record<string, number | string>;

/** What a torture script works with. */
export interface ScriptContext {
  /** A temporary folder with a space in its name; kept if something fails. */
  folder: string;
  /** Disposed in reverse order, however the script ends. */
  cleanup: AsyncDisposableStack;
  /** Records a failure and continues. */
  fail: (message: string) => void;
  check: (isTrue: boolean, message: string) => void;
}

/** Runs a script and ends with one line of JSON that the runner reads. */
export async function runTortureScript(
  { promise, name }: { promise: string; name: string },
  work: (context: ScriptContext) => Promise<Figures>,
): Promise<never> {
  const folder = await mkdtemp(join(tmpdir(), `gyan ${name} `));
  const failures: string[] = [];
  const fail = (message: string) => {
    failures.push(message);
    console.log(`✗ ${message}`);
  };
  const cleanup = new AsyncDisposableStack();
  let figures: Figures = {};
  try {
    figures = await work({ folder, cleanup, fail, check: (isTrue, message) => !isTrue && fail(message) });
  } catch (error) {
    fail(inspect(error));
  }
  await cleanup.disposeAsync().catch((error: Error) => fail(`closing: ${error.message}`));
  const ok = failures.length === 0;
  if (ok) await rm(folder, { recursive: true, force: true });
  else console.log(`Its files are kept in ${folder}`);
  console.log(
    JSON.stringify({ promise, name, ok, figures, ...(ok ? {} : { failures: failures.slice(0, 20) }) }),
  );
  process.exit(ok ? 0 : 1);
}
