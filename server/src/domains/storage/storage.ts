import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Stores bytes in a folder or a bucket. Keys look like `photos/ab/abcd/sm.webp`. */
export interface Storage {
  /** Atomic, and durable once it resolves. Replaces an existing object. */
  put(key: string, bytes: Uint8Array, options: { contentType: string }): Promise<void>;
  get(key: string): Promise<Uint8Array | undefined>;
  exists(key: string): Promise<boolean>;
  /** In bytes. */
  size(key: string): Promise<number | undefined>;
  /** A missing key is no error. */
  delete(key: string): Promise<void>;
  /** The keys in a folder and below it, unordered. */
  list(folder: string): Promise<string[]>;
  /** Rejects if the storage is unavailable; used by the readiness check. */
  check(): Promise<void>;
  close(): void;
}

export interface StorageOptions {
  /** For `s3:`; defaults to the usual AWS variables and files. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** For `s3:`: timeout for the response. */
  answerMs?: number;
}

/** Where operators put chain files and their pictures. */
export const importsFolder = 'imports';

/** `file:///folder` or `s3://bucket/prefix?endpoint=…&region=…`. */
export async function openStorage(url: string, options: StorageOptions = {}): Promise<Storage> {
  const { protocol } = new URL(url);
  if (protocol === 'file:') {
    const { openFolder } = await import('./folder.ts');
    const root = fileURLToPath(url);
    // A folder that cannot be written is reported by the readiness check.
    await mkdir(join(root, importsFolder), { recursive: true }).catch(() => {});
    return openFolder(root);
  }
  if (protocol === 's3:') {
    // Lazy: the SDK is the largest dependency of the server.
    const { openBucket } = await import('./bucket.ts');
    return openBucket(new URL(url), options);
  }
  throw new Error('Storage is a file: or an s3: address.');
}
