import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, open, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FSDriver } from 'flydrive/drivers/fs';
import { checkKey, isKey } from './keys.ts';

/** Hidden, so that it can never be a key. On the same file system as the rest, so that a rename is atomic. */
const halfWritten = '.incoming';

export function openFolder(root: string) {
  const driver = new FSDriver({ location: root, visibility: 'private' });

  return {
    async put(key: string, bytes: Uint8Array): Promise<void> {
      const target = join(root, checkKey(key));
      // The driver writes in place, where a crash leaves half a file under the final name.
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
      await syncFolder(dirname(target));
    },

    async get(key: string): Promise<Uint8Array | undefined> {
      try {
        return await driver.getBytes(checkKey(key));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },

    async exists(key: string): Promise<boolean> {
      try {
        return await driver.exists(checkKey(key));
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },

    async delete(key: string): Promise<void> {
      await driver.delete(checkKey(key));
    },

    async list(folder: string): Promise<string[]> {
      const { objects } = await driver.listAll(checkKey(folder), { recursive: true });
      const keys: string[] = [];
      for (const object of objects) if (object.isFile && isKey(object.key)) keys.push(object.key);
      return keys;
    },

    async check(): Promise<void> {
      await makeFolder(root);
      await access(root, constants.R_OK | constants.W_OK | constants.X_OK);
    },

    close() {},
  };
}

/** Also makes the new folders' own entries durable. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder and does not need to.
  if (process.platform === 'win32') return;
  const folder = await open(path, constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR';
}
