import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';

export type Figures = Record<string, number | string>;

/** Where a script does its work. */
export interface Stage {
  /** A folder of its own, with a blank in its name; it stays when something failed. */
  folder: string;
  /** Closed in the opposite order, however the script ends. */
  opened: AsyncDisposableStack;
  /** Notes what is not as promised, and goes on. */
  fail: (words: string) => void;
  check: (isTrue: boolean, words: string) => void;
}

/** Runs a script, and says how it went: in words as it goes, and at the end in one line of JSON that a runner reads. */
export async function prove(
  { promise, name }: { promise: string; name: string },
  work: (stage: Stage) => Promise<Figures>,
): Promise<never> {
  const folder = await mkdtemp(join(tmpdir(), `gyan ${name} `));
  const failures: string[] = [];
  const fail = (words: string) => {
    failures.push(words);
    console.log(`✗ ${words}`);
  };
  const opened = new AsyncDisposableStack();
  let figures: Figures = {};
  try {
    figures = await work({ folder, opened, fail, check: (isTrue, words) => !isTrue && fail(words) });
  } catch (error) {
    fail(inspect(error));
  }
  await opened.disposeAsync().catch((error: Error) => fail(`closing: ${error.message}`));
  const ok = failures.length === 0;
  if (ok) await rm(folder, { recursive: true, force: true });
  else console.log(`What was written is still in ${folder}`);
  console.log(
    JSON.stringify({ promise, name, ok, figures, ...(ok ? {} : { failures: failures.slice(0, 20) }) }),
  );
  process.exit(ok ? 0 : 1);
}
