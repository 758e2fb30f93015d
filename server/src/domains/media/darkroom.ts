import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { availableParallelism, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { inFleetTurn } from '#lib/fleet-turns.ts';
import { fewArenas } from '#lib/frugality.ts';
import { createSemaphore, QueueFullError } from '#lib/semaphore.ts';
import type { Picture } from './conversion.ts';
import { checkPicture, refusing, unavailable } from './picture.ts';
import { hasSessionOfItsOwn, letSessionStepBack } from './session.ts';
import { darkroomPriority, putIn } from './tray.ts';
import { UnreadableError } from './unreadable.ts';

/** What comes back: a picture, or why there is none. */
export interface Developed {
  id: number;
  picture?: Picture;
  failure?: string;
  unreadable?: boolean;
}

const processFile = fileURLToPath(new URL('darkroom-process.ts', import.meta.url));
/** Long enough that whoever uploads a few in a row waits for it once. */
const restMs = 60_000;
/** The sizes of a picture are made side by side on these. One core stays free, else a single picture would take both of two. */
const threads = Math.min(4, Math.max(1, availableParallelism() - 1));
const inTurn = createSemaphore(1, 60);
/** Far more than the largest picture takes on a busy machine. */
const longestMs = 40_000;

let darkroom: Darkroom | undefined;

/**
 * Makes a picture in a process of its own, one at a time: it has less of a claim to the processor than those who answer
 * requests, and holds neither their memory nor their secrets while it decodes what strangers send.
 */
export async function developPicture(bytes: Uint8Array, patienceMs = longestMs): Promise<Picture> {
  await checkPicture(bytes);
  try {
    return await inTurn(() =>
      inFleetTurn(() => {
        if (!darkroom?.isOpen) darkroom = openDarkroom();
        return refusing(darkroom.develop(bytes, patienceMs));
      }),
    );
  } catch (error) {
    throw error instanceof QueueFullError ? unavailable(error) : error;
  }
}

/** A system without memory for another process says so here; one without handles says it a moment later, by `error`. */
function openDarkroom(): Darkroom {
  try {
    return new Darkroom();
  } catch (error) {
    throw unavailable(error);
  }
}

/** One process, forked for the first picture and closed when no more have come for a while. */
class Darkroom {
  isOpen = true;
  readonly #child: ChildProcess;
  /** Not there where the system had no handle left for it. */
  readonly #tray: Socket | undefined;
  readonly #waiting = new Map<number, PromiseWithResolvers<Picture>>();
  #lastId = 0;
  #rest: NodeJS.Timeout | undefined;

  constructor() {
    this.#child = fork(processFile, {
      execArgv: [],
      // It ends soon after the last picture: what it keeps until then is used again.
      env: { ...fewArenas, UV_THREADPOOL_SIZE: String(threads) },
      serialization: 'advanced',
      detached: hasSessionOfItsOwn,
      stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
    });
    this.#child.on('error', (error) => this.#close(error));
    stepBack(this.#child);
    this.#tray = (this.#child.stdin ?? undefined) as Socket | undefined;
    this.#tray?.on('error', (error) => this.#close(error));
    this.#child.on('message', (developed) => this.#take(developed as Developed));
    this.#child.on('exit', (code, signal) =>
      this.#close(new Error(`The picture process ended with ${code ?? signal}.`)),
    );
    this.#hold();
  }

  /** A process that stands still would keep everybody else's turn as well. */
  async develop(bytes: Uint8Array, patienceMs: number): Promise<Picture> {
    const id = ++this.#lastId;
    const waiting = Promise.withResolvers<Picture>();
    this.#waiting.set(id, waiting);
    this.#hold();
    const late = setTimeout(
      () => this.#close(new Error(`The picture process stood still for ${patienceMs} ms.`)),
      patienceMs,
    );
    try {
      if (this.#tray) putIn(this.#tray, { id, bytes });
      return await waiting.promise;
    } finally {
      clearTimeout(late);
    }
  }

  #take({ id, picture, failure, unreadable }: Developed): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (picture) waiting?.resolve(picture);
    else waiting?.reject(unreadable ? new UnreadableError(failure) : new Error(failure));
    this.#hold();
  }

  /** Keeps the server running only while somebody waits for a picture. */
  #hold(): void {
    clearTimeout(this.#rest);
    if (this.#waiting.size > 0) {
      this.#child.ref();
      this.#tray?.ref();
      this.#child.channel?.ref();
    } else {
      this.#child.unref();
      this.#tray?.unref();
      this.#child.channel?.unref();
      this.#rest = setTimeout(() => this.#close(), restMs).unref();
    }
  }

  #close(cause?: Error): void {
    this.isOpen = false;
    clearTimeout(this.#rest);
    // Asking would not reach one that stands still, and it has nothing to lose. Without a number a signal would go to all of us.
    if (this.#child.pid !== undefined) this.#child.kill('SIGKILL');
    for (const { reject } of this.#waiting.values()) reject(unavailable(cause));
    this.#waiting.clear();
  }
}

/** From its first moment: starting a process is a third of a second of work too. It sees to its threads itself. */
function stepBack({ pid }: ChildProcess): void {
  try {
    if (pid === undefined) return;
    setPriority(pid, darkroomPriority);
    letSessionStepBack(pid);
  } catch {
    // Gone already, which whoever waits for a picture is told by its exit.
  }
}
