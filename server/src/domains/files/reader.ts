import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ImportFormat } from '@gyan/contract/files.ts';
import { ProblemError } from '#http/problems.ts';
import { lowerPriority } from '#lib/lower-priority.ts';
import type { ReadCard, ReadSummary } from './read-file.ts';
import type { FileRefusal } from './refusal.ts';

type Ask =
  | { ask: 'open'; format: ImportFormat; path: string; folder: string; fileName: string }
  | { ask: 'cards'; from: number; count: number }
  | { ask: 'picture'; name: string };
export type Question = Ask & { id: number };

export interface Reply {
  id: number;
  value?: unknown;
  refusal?: { code: FileRefusal['code']; detail: string };
  failure?: string;
}

const processFile = fileURLToPath(new URL('reader-process.ts', import.meta.url));
const heapMegabytes = 160;
/** Far more than the largest file takes on a busy machine. */
const answerMs = 120_000;

/** A file that another process reads: a flaw in a parser then reaches neither the server's memory nor its secrets. */
export class OpenFile {
  readonly summary: ReadSummary;
  readonly #child: ReaderProcess;

  constructor(child: ReaderProcess, summary: ReadSummary) {
    this.#child = child;
    this.summary = summary;
  }

  cards(from: number, count: number): Promise<ReadCard[]> {
    return this.#child.ask({ ask: 'cards', from, count }) as Promise<ReadCard[]>;
  }

  async picture(name: string): Promise<Uint8Array> {
    return (await this.#child.ask({ ask: 'picture', name })) as Uint8Array;
  }
}

/** Opens the file, and closes it when `work` ends. */
export async function withFile<T>(
  file: { path: string; format: ImportFormat; fileName: string },
  work: (file: OpenFile) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'gyan-import-'));
  const child = new ReaderProcess();
  try {
    const summary = await child.ask({ ask: 'open', folder, ...file });
    return await work(new OpenFile(child, summary as ReadSummary));
  } finally {
    await child.close();
    await rm(folder, { recursive: true, force: true });
  }
}

class ReaderProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #lastId = 0;

  constructor() {
    this.#child = fork(processFile, {
      execArgv: [
        `--max-old-space-size=${heapMegabytes}`,
        '--max-semi-space-size=4',
        '--disable-warning=ExperimentalWarning',
      ],
      // None of the server's variables, which hold secrets.
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#ended = promise;
    this.#child.on('message', (reply) => this.#settle(reply as Reply));
    this.#child.on('error', (error) => this.#fail(error, resolve));
    this.#child.on('exit', (code, signal) =>
      this.#fail(new Error(`The reader of a file ended with ${code ?? signal}.`), resolve),
    );
    lowerPriority(this.#child);
  }

  async ask(question: Ask): Promise<unknown> {
    const id = ++this.#lastId;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(id, waiting);
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), answerMs);
    try {
      this.#child.send({ id, ...question }, (error) => error && waiting.reject(unreadable(error)));
      return await waiting.promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
    }
  }

  async close(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.pid !== undefined) this.#child.kill('SIGKILL');
    await this.#ended;
  }

  #settle({ id, value, refusal, failure }: Reply): void {
    const waiting = this.#waiting.get(id);
    if (refusal) {
      const { code, detail } = refusal;
      const fields = [{ field: 'file', message: detail }];
      waiting?.reject(new ProblemError(code, detail, code === 'invalid_input' ? { fields } : {}));
    } else if (failure !== undefined) waiting?.reject(new Error(failure));
    else waiting?.resolve(value);
  }

  #fail(error: Error, ended: () => void): void {
    for (const { reject } of this.#waiting.values()) reject(unreadable(error));
    ended();
  }
}

/** The process ended: the file needs too much memory or time, or a parser crashed. */
function unreadable(cause: Error): ProblemError {
  const detail = 'This file could not be read. It may be damaged, or too large.';
  return new ProblemError('invalid_input', detail, { fields: [{ field: 'file', message: detail }], cause });
}
