import type { ImportFormat, ImportPreview, ImportResult } from '@gyan/contract/files.ts';
import { useEffect, useRef, useState } from 'react';
import { api } from '#features/session/actions.ts';
import { upload } from '#features/session/transfer.ts';
import { ApiProblem } from '#lib/api-problem.ts';
import { announce } from '#ui/announcer.ts';

type State =
  | { at: 'choose'; problem?: string | undefined; isCancelled?: boolean }
  /** Sends the file, for a preview or to be imported. */
  | { at: 'sending'; preview: boolean; share: number | undefined }
  | { at: 'preview'; preview: ImportPreview }
  | { at: 'running'; done: number; total: number }
  | { at: 'done'; result: ImportResult };

const pollMs = 1_000;

const problemText = (error: unknown) =>
  error instanceof ApiProblem
    ? (error.fields[0]?.message ?? error.detail)
    : 'The file could not be imported. Please try again.';

const pause = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** The steps of an import. `onImported` runs when cards were made. */
export function useImport(onImported: () => void) {
  const [state, setState] = useState<State>({ at: 'choose' });
  const chosen = useRef<{ file: File; format: ImportFormat }>(undefined);
  const work = useRef(new AbortController());
  const jobId = useRef<number>(undefined);
  useEffect(() => () => work.current.abort(), []);

  const send = (preview: boolean) => {
    const { file, format } = chosen.current ?? {};
    const form = new FormData();
    form.set('format', format ?? '');
    form.set('preview', String(preview));
    if (file) form.set('file', file, file.name);
    work.current = new AbortController();
    setState({ at: 'sending', preview, share: undefined });
    return upload('POST /r/import_file', form, {
      signal: work.current.signal,
      onProgress: (moved, total) =>
        // When all is sent the server still works on it.
        setState({ at: 'sending', preview, share: total && moved < total ? moved / total : undefined }),
    });
  };

  const fail = (error: unknown) => {
    if (work.current.signal.aborted) return;
    setState({ at: 'choose', problem: problemText(error) });
  };

  const finish = (result: ImportResult) => {
    setState({ at: 'done', result });
    announce('The cards are imported.');
    onImported();
  };

  const endJob = (id: number) => void api('DELETE /r/job', { query: { jobId: id } }).catch(() => undefined);

  /** Asks how far the import is until it ends. */
  const follow = async (id: number): Promise<void> => {
    const { signal } = work.current;
    if (signal.aborted) return endJob(id);
    jobId.current = id;
    const job = await api('GET /r/job', { query: { jobId: id }, signal });
    if (signal.aborted) return;
    if (job.state === 'running') {
      setState({ at: 'running', done: job.done, total: job.total });
      await pause(pollMs);
      if (!signal.aborted) await follow(id);
      return;
    }
    jobId.current = undefined;
    if (job.state === 'done' && job.result) finish(job.result);
    else reset(job.problem?.detail ?? 'The import was cancelled. Nothing of it was kept.');
  };

  const reset = (problem?: string) => setState({ at: 'choose', problem });

  const look = async (file: File, format: ImportFormat) => {
    chosen.current = { file, format };
    try {
      const { previewModel } = await send(true);
      if (previewModel) setState({ at: 'preview', preview: previewModel });
    } catch (error) {
      fail(error);
    }
  };

  const start = async () => {
    try {
      const { jobId: id, chapterModel, newCount = 0, updatedCount = 0 } = await send(false);
      if (id !== undefined) await follow(id);
      else if (chapterModel) finish({ chapterModel, newCount, updatedCount });
    } catch (error) {
      fail(error);
    }
  };

  /** The server ends an import whose request is aborted. */
  const cancel = () => {
    work.current.abort();
    if (jobId.current !== undefined) endJob(jobId.current);
    jobId.current = undefined;
    setState({ at: 'choose', isCancelled: true });
  };

  return { state, look, start, cancel, reset };
}
