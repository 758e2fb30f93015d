import { Failure } from './failure.js';
import { run } from './process.js';

/** Files tracked by git, as paths from the root. */
export async function trackedFiles() {
  const { code, output } = await run('git', ['ls-files', '-z']);
  if (code !== 0) throw new Failure('git could not list the files of the project.');
  return output.split('\0').filter(Boolean);
}
