import { fileURLToPath } from 'node:url';

/** Where bytes are kept: a folder or a bucket. Keys look like `photos/ab/abcd/sm.webp`. */
export interface Storage {
  /** All of it or nothing; once it resolves the bytes survive a crash. Replaces what was there. */
  put(key: string, bytes: Uint8Array, options: { contentType: string }): Promise<void>;
  get(key: string): Promise<Uint8Array | undefined>;
  exists(key: string): Promise<boolean>;
  /** Deleting what is not there is fine. */
  delete(key: string): Promise<void>;
  /** The keys in a folder and below it, in no particular order. */
  list(folder: string): Promise<string[]>;
  /** Rejects when the storage cannot be used now; what readiness asks. */
  check(): Promise<void>;
  close(): void;
}

export interface StorageOptions {
  /** For `s3:`; the usual AWS variables and files unless given. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** For `s3:`: how long the server may take to answer. */
  answerMs?: number;
}

/** `file:///folder` or `s3://bucket/prefix?endpoint=…&region=…`. */
export async function openStorage(url: string, options: StorageOptions = {}): Promise<Storage> {
  const { protocol } = new URL(url);
  if (protocol === 'file:') {
    const { openFolder } = await import('./folder.ts');
    return openFolder(fileURLToPath(url));
  }
  if (protocol === 's3:') {
    // Loaded only where it is used: the SDK is by far the heaviest thing the server could import.
    const { openBucket } = await import('./bucket.ts');
    return openBucket(new URL(url), options);
  }
  throw new Error('Storage is a file: or an s3: address.');
}
