import type { AnswerOf } from '@gyan/contract/calls.ts';
import type { ImportFormat, JobModel } from '@gyan/contract/files.ts';
import type { UploadedFile } from '#http/bodies.ts';
import { limitConcurrency } from '#http/limit-concurrency.ts';
import { ProblemError } from '#http/problems.ts';
import { JsonText } from '#http/serve.ts';
import type { Viewer } from '#http/viewer.ts';
import type { JobLog } from '#jobs/log.ts';
import { createSemaphore } from '#lib/semaphore.ts';
import { type ImportDeps, type Imported, importCards, previewFile, stepsOf } from './importing.ts';
import {
  beatImport,
  cancelImport,
  failImport,
  findChainModel,
  findImport,
  finishImport,
  type ImportRow,
  insertImport,
  tidyImports,
} from './queries.ts';
import { withFile } from './reader.ts';

/** Files with more cards or pictures are imported after the answer. */
const mostAtOnce = { cards: 100, pictures: 5 };
const beatMs = 15_000;

interface Sent {
  /** Aborts when the user disconnects: that cancels the import. */
  disconnected: AbortSignal;
  upload: UploadedFile;
  format: ImportFormat;
  fileName: string;
  preview: boolean;
}

/** The import was cancelled by its user. */
class CancelledError extends Error {
  override name = 'CancelledError';
}

type Answer = AnswerOf<'POST /r/import_file'> | JsonText;

export function openImports(deps: ImportDeps & { log: JobLog }) {
  const { db, log } = deps;
  const limitReading = limitConcurrency(
    { running: 2, waiting: 20 },
    'Many files are being imported right now. Please try again.',
  );
  /** One long import at a time in this process; others wait. */
  const limitJobs = createSemaphore(1);

  async function importFile(viewer: Viewer, sent: Sent): Promise<Answer> {
    const { disconnected, upload, preview, format, fileName } = sent;
    const file = { path: upload.path, format, fileName };
    const stopIfDisconnected = async () => {
      if (disconnected.aborted) throw new ProblemError('unavailable');
    };
    const steps = { progress: stopIfDisconnected, finish: stopIfDisconnected };
    return limitReading(async () => {
      await stopIfDisconnected();
      return withFile(file, async (open) => {
        await stopIfDisconnected();
        if (preview) return { previewModel: await previewFile(db, viewer, open) };
        const { cardCount, pictures } = open.summary;
        if (cardCount > mostAtOnce.cards || pictures.length > mostAtOnce.pictures) {
          return { jobId: await startJob(viewer, sent, stepsOf(open)) };
        }
        return new JsonText(await resultJson(viewer, await importCards(deps, viewer, open, steps)));
      });
    });
  }

  async function startJob(
    viewer: Viewer,
    { disconnected, upload, format, fileName }: Sent,
    total: number,
  ): Promise<number> {
    await tidyImports(db, viewer.userId);
    const id = await insertImport(db, viewer.userId, total);
    if (id === undefined) {
      throw new ProblemError(
        'conflict',
        'Another import of yours is still running. Please wait or cancel it.',
      );
    }
    // The client never gets the id of the job, so it cannot cancel it later.
    const cancel = () => void cancelImport(db, viewer.userId, id).catch(() => {});
    if (disconnected.aborted) cancel();
    else disconnected.addEventListener('abort', cancel, { once: true });
    upload.keep();
    void runJob(viewer, id, { path: upload.path, format, fileName }).then(() => upload.remove());
    return id;
  }

  /** Never rejects: the outcome is in the row. */
  async function runJob(
    viewer: Viewer,
    id: number,
    file: { path: string; format: ImportFormat; fileName: string },
  ): Promise<void> {
    let done = 0;
    const beat = async () => {
      if (!(await beatImport(db, id, done))) throw new CancelledError();
    };
    const timer = setInterval(() => void beat().catch(() => {}), beatMs).unref();
    const steps = {
      async progress(reached: number) {
        done = reached;
        await beat();
      },
      async finish(tx: Parameters<typeof finishImport>[0], imported: Imported) {
        if (!(await finishImport(tx, id, imported))) throw new CancelledError();
      },
    };
    try {
      await limitJobs(async () => {
        await beat();
        await withFile(file, (open) => importCards(deps, viewer, open, steps));
      });
    } catch (error) {
      if (error instanceof CancelledError) return;
      const isProblem = error instanceof ProblemError;
      if (!isProblem) log.error({ err: error }, 'an import failed');
      const { code, message } = isProblem ? error : new ProblemError('internal');
      await failImport(db, id, { code, detail: message }).catch(() => {});
    } finally {
      clearInterval(timer);
    }
  }

  async function resultJson(viewer: Viewer, { chainId, newCount, updatedCount }: Imported): Promise<string> {
    const chain = await findChainModel(db, viewer, chainId);
    return `{"chapterModel":${chain},"newCount":${newCount},"updatedCount":${updatedCount}}`;
  }

  async function jobJson(viewer: Viewer, row: ImportRow | undefined): Promise<JsonText> {
    if (!row) throw new ProblemError('not_found', 'This import is not here, or not any more.');
    const { state, done, total, chainId, problem } = row;
    const model: Omit<JobModel, 'result'> = { state, done, total, ...(problem ? { problem } : {}) };
    const result = chainId === null ? 'null' : await resultJson(viewer, { ...row, chainId });
    return new JsonText(`${JSON.stringify(model).slice(0, -1)},"result":${result}}`);
  }

  return {
    importFile,

    async findJob(viewer: Viewer, id: number): Promise<JsonText> {
      await tidyImports(db, viewer.userId);
      return jobJson(viewer, await findImport(db, viewer.userId, id));
    },

    async cancelJob(viewer: Viewer, id: number): Promise<JsonText> {
      await cancelImport(db, viewer.userId, id);
      return jobJson(viewer, await findImport(db, viewer.userId, id));
    },
  };
}
