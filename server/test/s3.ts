import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TestS3 {
  /** For `openStorage`. */
  url: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  stop(): Promise<void>;
}

/** The part of s3rver that is used; it has no types. */
type S3rver = new (options: {
  address: string;
  port: number;
  silent: boolean;
  directory: string;
  configureBuckets: { name: string }[];
}) => { run(): Promise<{ port: number }>; close(): Promise<void> };

/** A real S3 server on loopback, with one empty bucket. */
export async function startS3(): Promise<TestS3> {
  const Server = createRequire(import.meta.url)('s3rver') as S3rver;
  const directory = await mkdtemp(join(tmpdir(), 'gyan-s3-'));
  const server = new Server({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'gyan' }],
  });
  const { port } = await server.run();
  return {
    url: `s3://gyan/some/prefix?endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}`,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    async stop() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
