import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Where to, as whom, and how many at once. */
export interface Uploading {
  url: string;
  token: string;
  uploads: number;
}

export interface Uploaded {
  statuses: number[];
  slowestMs: number;
}

export type Told = 'warmUp' | 'prepare' | 'run';

const processFile = fileURLToPath(new URL('uploader-process.ts', import.meta.url));

/** Uploads from a process of its own: its work must not be in the way of measuring. */
export async function openUploader(uploading: Uploading) {
  const child = fork(processFile, [JSON.stringify(uploading)]);
  const ended = once(child, 'exit').then((): never => {
    throw new Error('The process that uploads has ended.');
  });
  ended.catch(() => {});
  const heard = async <Answer>(): Promise<Answer> => {
    const [answer] = (await Promise.race([once(child, 'message'), ended])) as [Answer];
    return answer;
  };
  const tell = <Answer>(what: Told): Promise<Answer> => {
    child.send(what);
    return heard<Answer>();
  };
  await heard<'ready'>();
  return {
    warmUp: () => tell<'ready'>('warmUp'),
    prepare: () => tell<'ready'>('prepare'),
    run: () => tell<Uploaded>('run'),
    end: () => child.disconnect(),
  };
}
