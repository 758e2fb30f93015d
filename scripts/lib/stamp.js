import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** A hash of the names and contents of files and folders, and of `extra`. Missing ones are ignored. */
export async function fingerprint(root, paths, extra = '') {
  const hash = createHash('sha256').update(extra);
  for (const path of paths) {
    for (const file of await filesUnder(join(root, path))) {
      const content = await readFile(file);
      hash.update(`\0${relative(root, file)}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest('hex');
}

/** Whether the stamp file holds exactly this fingerprint. */
export async function isStamped(file, print) {
  return (await readFile(file, 'utf8').catch(() => '')) === print;
}

export const stamp = (file, print) => writeFile(file, print);

async function filesUnder(path) {
  try {
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
      .toSorted();
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path];
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}
