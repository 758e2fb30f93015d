import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface UploaderOptions {
  url: string;
  token: string;
  uploads: number;
}

export interface UploadResult {
  statuses: number[];
  slowestMs: number;
}

export type UploaderCommand = 'warmUp' | 'prepare' | 'run';

const processFile = fileURLToPath(new URL('uploader-process.ts', import.meta.url));

/** Uploads from a separate process, so that its CPU time does not disturb the measurement. */
export async function openUploader(options: UploaderOptions) {
  const child = fork(processFile, [JSON.stringify(options)]);
  const ended = once(child, 'exit').then((): never => {
    throw new Error('The process that uploads has ended.');
  });
  ended.catch(() => {});
  const nextMessage = async <Message>(): Promise<Message> => {
    const [message] = (await Promise.race([once(child, 'message'), ended])) as [Message];
    return message;
  };
  const sendCommand = <Message>(command: UploaderCommand): Promise<Message> => {
    child.send(command);
    return nextMessage<Message>();
  };
  await nextMessage<'ready'>();
  return {
    warmUp: () => sendCommand<'ready'>('warmUp'),
    prepare: () => sendCommand<'ready'>('prepare'),
    run: () => sendCommand<UploadResult>('run'),
    disconnect: () => child.disconnect(),
  };
}
