import { Failure } from './failure.js';
import { run } from './process.js';

/** The files that belong to the project, by their paths from its root. */
export async function trackedFiles() {
  const { code, output } = await run('git', ['ls-files', '-z']);
  if (code !== 0) throw new Failure('git could not say which files belong to the project.');
  return output.split('\0').filter(Boolean);
}
