import { HeadBucketCommand, HeadObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { S3Driver } from 'flydrive/drivers/s3';
import { createGuard } from '#lib/guard.ts';
import { checkKey, isKey } from './keys.ts';

const connectMs = 3_000;
/** At most two attempts: a user's request waits for this. */
const attempts = 2;
/** More at once than a page of pictures requests; further requests wait only briefly. */
const guard = { running: 64, waiting: 256, failures: 5, openMs: 10_000 };

interface BucketOptions {
  /** Defaults to the usual AWS variables and files. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** Timeout for the response, and for silence within it. */
  answerMs?: number;
}

export function openBucket(url: URL, options: BucketOptions) {
  const { answerMs = 8_000 } = options;
  const bucket = url.hostname;
  const prefix = decodeURIComponent(url.pathname).split('/').filter(Boolean).map(checkKey).join('/');
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  // A region is required even for servers without regions.
  const region = url.searchParams.get('region') ?? (endpoint ? 'us-east-1' : undefined);
  const client = new S3Client({
    ...(region ? { region } : {}),
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(options.credentials ? { credentials: options.credentials } : {}),
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      socketTimeout: answerMs,
    },
    // Only if required: many S3-compatible servers refuse the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  // Buckets refuse ACLs by default; the bucket's policy controls access.
  const driver = new S3Driver({ client, bucket, visibility: 'private', supportsACL: false });
  const guarded = createGuard(guard);
  const inside = (key: string) => (prefix ? `${prefix}/${checkKey(key)}` : checkKey(key));

  return {
    async put(key: string, bytes: Uint8Array, { contentType }: { contentType: string }): Promise<void> {
      const at = inside(key);
      await guarded(() => driver.put(at, bytes, { contentType }));
    },

    async get(key: string): Promise<Uint8Array | undefined> {
      const at = inside(key);
      return guarded(() => driver.getBytes(at).catch(unlessMissing));
    },

    async exists(key: string): Promise<boolean> {
      const at = inside(key);
      return guarded(() => driver.exists(at));
    },

    async size(key: string): Promise<number | undefined> {
      const at = inside(key);
      const found = await guarded(() =>
        client.send(new HeadObjectCommand({ Bucket: bucket, Key: at })).catch(unlessMissing),
      );
      return found?.ContentLength;
    },

    async delete(key: string): Promise<void> {
      const at = inside(key);
      await guarded(() => driver.delete(at));
    },

    async list(folder: string): Promise<string[]> {
      const within = inside(folder);
      const keys: string[] = [];
      let paginationToken: string | undefined;
      do {
        const from = { recursive: true, paginationToken };
        const page = await guarded(() => driver.listAll(`${within}/`, from));
        for (const object of page.objects) {
          const key =
            object.isFile && prefix ? object.key.slice(prefix.length + 1) : object.isFile && object.key;
          if (key && isKey(key)) keys.push(key);
        }
        ({ paginationToken } = page);
      } while (paginationToken);
      return keys;
    },

    /** Bypasses the circuit breaker: readiness needs the current state. */
    async check(): Promise<void> {
      await client.send(new HeadBucketCommand({ Bucket: bucket }));
    },

    close(): void {
      client.destroy();
    },
  };
}

function unlessMissing(error: unknown): undefined {
  const isMissing =
    error instanceof S3ServiceException &&
    error.$metadata.httpStatusCode === 404 &&
    error.name !== 'NoSuchBucket';
  if (!isMissing) throw error;
}
