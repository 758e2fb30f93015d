import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, open, readdir, readFile, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { syncPath } from '#lib/files.ts';
import { checkKey, isKey } from './keys.ts';

/** Hidden, so that it can never be a key. On the same file system, so that a rename is atomic. */
const halfWritten = '.incoming';

/** Does not use flydrive: its folder driver writes in place and reads an empty file as 64 KiB of stray memory. */
export function openFolder(root: string) {
  return {
    async put(key: string, bytes: Uint8Array): Promise<void> {
      const target = join(root, checkKey(key));
      const draft = join(root, halfWritten, randomUUID());
      await makeFolder(dirname(draft));
      try {
        const file = await open(draft, 'wx');
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await makeFolder(dirname(target));
        await rename(draft, target);
      } catch (error) {
        await unlink(draft).catch(() => {});
        throw error;
      }
      await syncPath(dirname(target));
    },

    async get(key: string): Promise<Uint8Array | undefined> {
      return unlessMissing(readFile(join(root, checkKey(key))));
    },

    async exists(key: string): Promise<boolean> {
      const found = await unlessMissing(stat(join(root, checkKey(key))));
      return found?.isFile() ?? false;
    },

    async size(key: string): Promise<number | undefined> {
      const found = await unlessMissing(stat(join(root, checkKey(key))));
      return found?.isFile() ? found.size : undefined;
    },

    async delete(key: string): Promise<void> {
      await unlessMissing(unlink(join(root, checkKey(key))));
    },

    async list(folder: string): Promise<string[]> {
      const within = join(root, checkKey(folder));
      const entries = (await unlessMissing(readdir(within, { recursive: true, withFileTypes: true }))) ?? [];
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
        .filter(isKey);
    },

    async check(): Promise<void> {
      await makeFolder(root);
      await access(root, constants.R_OK | constants.W_OK | constants.X_OK);
    },

    close() {},
  };
}

/** Also syncs the parents of new folders, so that they survive a crash. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncPath(dirname(made));
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return undefined;
    throw error;
  }
}
