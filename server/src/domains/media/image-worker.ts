import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { limitConcurrency } from '#http/limit-concurrency.ts';
import { withClusterPermit } from '#lib/cluster-semaphore.ts';
import { lowerPriority } from '#lib/lower-priority.ts';
import type { Picture } from './conversion.ts';
import { type Frame, writeFrame } from './frames.ts';
import { checkPicture, rejectUnreadable, unavailable } from './picture.ts';
import type { ShareDrawing } from './share-drawing.ts';
import { UnreadableError } from './unreadable.ts';

/** The worker's answer: a picture, a drawing, or the error. */
export interface Conversion {
  id: number;
  result?: Picture | Buffer;
  failure?: string;
  unreadable?: boolean;
}

const processFile = fileURLToPath(new URL('image-worker-process.ts', import.meta.url));
/** Where texts in drawings find their fonts; Fontconfig caches what it knows about those of the system. */
const fontSettings = {
  FONTCONFIG_FILE: fileURLToPath(new URL('../../../fonts/fonts.conf', import.meta.url)),
  XDG_CACHE_HOME: tmpdir(),
};
/** The worker stays for this long after its last picture. */
const idleMs = 60_000;
const refusal = 'Many pictures are being converted right now. Please try again.';
const limitTasks = limitConcurrency({ running: 1, waiting: 60 }, refusal);
/** Drawings queue by themselves, so that an upload waits for one of them at most. */
const limitDrawings = limitConcurrency({ running: 1, waiting: 60 }, refusal);
/** Far more than the largest picture takes on a busy machine. */
const timeoutMs = 40_000;

let worker: ImageWorker | undefined;

/**
 * Converts a picture in a child process of lower priority, one at a time: a flaw in a decoder then reaches neither the
 * server's memory nor its secrets. Only the header is read in this process, by `checkPicture`.
 */
export async function convertInWorker(bytes: Uint8Array, waitMs = timeoutMs): Promise<Picture> {
  await checkPicture(bytes);
  return rejectUnreadable(run({ drawing: '', bytes }, waitMs) as Promise<Picture>);
}

/** Draws a share image in the same process; `picture` is empty if there is none. */
export async function drawInWorker(drawing: ShareDrawing, picture: Uint8Array): Promise<Buffer> {
  const task = { drawing: JSON.stringify(drawing), bytes: picture };
  const drawn = await limitDrawings(() => run(task, timeoutMs));
  // Messages carry plain bytes.
  return Buffer.from(drawn as Buffer);
}

function run(task: Task, waitMs: number): Promise<Picture | Buffer> {
  return limitTasks(() =>
    withClusterPermit(() => {
      if (!worker?.isOpen) worker = startWorker();
      return worker.run(task, waitMs);
    }),
  );
}

type Task = Omit<Frame, 'id'>;

/** `fork` throws when memory is short; when file handles are, the child emits `error` later. */
function startWorker(): ImageWorker {
  try {
    return new ImageWorker();
  } catch (error) {
    throw unavailable(error);
  }
}

/** One process, forked for the first picture and ended when it is idle. */
class ImageWorker {
  isOpen = true;
  readonly #child: ChildProcess;
  /** Undefined when the system had no file handle left for it. */
  readonly #pipe: Socket | undefined;
  readonly #waiting = new Map<number, PromiseWithResolvers<Picture | Buffer>>();
  #lastId = 0;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor() {
    this.#child = fork(processFile, {
      execArgv: [],
      // One thread of libuv is enough for one task at a time.
      env: { ...fontSettings, UV_THREADPOOL_SIZE: '1' },
      serialization: 'advanced',
      // A new session, see `session-priority.ts`.
      detached: process.platform === 'linux',
      stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
    });
    this.#child.on('error', (error) => this.#close(error));
    // Covers the start; the worker then lowers the priority of its threads and session.
    lowerPriority(this.#child);
    this.#pipe = (this.#child.stdin ?? undefined) as Socket | undefined;
    this.#pipe?.on('error', (error) => this.#close(error));
    this.#child.on('message', (conversion) => this.#finish(conversion as Conversion));
    this.#child.on('exit', (code, signal) =>
      this.#close(new Error(`The image worker ended with ${code ?? signal}.`)),
    );
    this.#updateRefs();
  }

  /** Ends a worker that hangs: every later picture would wait for it. */
  async run(task: Task, waitMs: number): Promise<Picture | Buffer> {
    const id = ++this.#lastId;
    const waiting = Promise.withResolvers<Picture | Buffer>();
    this.#waiting.set(id, waiting);
    this.#updateRefs();
    const timeout = setTimeout(
      () => this.#close(new Error(`The image worker did not answer for ${waitMs} ms.`)),
      waitMs,
    );
    try {
      if (this.#pipe) writeFrame(this.#pipe, { id, ...task });
      return await waiting.promise;
    } finally {
      clearTimeout(timeout);
    }
  }

  #finish({ id, result, failure, unreadable }: Conversion): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (result) waiting?.resolve(result);
    else waiting?.reject(unreadable ? new UnreadableError(failure) : new Error(failure));
    this.#updateRefs();
  }

  /** The worker keeps the server alive only while a picture is being made. */
  #updateRefs(): void {
    clearTimeout(this.#idleTimer);
    if (this.#waiting.size > 0) {
      this.#child.ref();
      this.#pipe?.ref();
      this.#child.channel?.ref();
    } else {
      this.#child.unref();
      this.#pipe?.unref();
      this.#child.channel?.unref();
      this.#idleTimer = setTimeout(() => this.#close(), idleMs).unref();
    }
  }

  #close(cause?: Error): void {
    this.isOpen = false;
    clearTimeout(this.#idleTimer);
    // A worker that hangs ignores other signals. Without a pid the signal would go to the whole process group.
    if (this.#child.pid !== undefined) this.#child.kill('SIGKILL');
    for (const { reject } of this.#waiting.values()) reject(unavailable(cause));
    this.#waiting.clear();
  }
}
