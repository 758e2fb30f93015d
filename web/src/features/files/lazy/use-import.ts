import type { ImportFormat, ImportPreview, ImportResult, JobModel } from '@gyan/contract/files.ts';
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
  /** `problem` is why it could not be cancelled. */
  | { at: 'running'; done: number; total: number; isEnding?: boolean; problem?: string | undefined }
  | { at: 'done'; result: ImportResult };

const pollMs = 1_000;
const longestPollMs = 16_000;

const problemText = (error: unknown) =>
  error instanceof ApiProblem
    ? (error.fields[0]?.message ?? error.detail)
    : 'The file could not be imported. Please try again.';

/** The request failed, but the import may still run. */
const isPassing = (error: unknown) =>
  error instanceof ApiProblem && (error.status === 0 || error.status === 429 || error.status >= 500);

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
    jobId.current = undefined;
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
    setState({ at: 'running', done: 0, total: 0 });
    let waitMs = pollMs;
    while (!signal.aborted) {
      try {
        const job = await api('GET /r/job', { query: { jobId: id }, signal });
        if (signal.aborted) return;
        if (job.state !== 'running') return end(id, job);
        const { done, total } = job;
        setState((now) => (now.at === 'running' ? { ...now, done, total } : now));
        waitMs = pollMs;
      } catch (error) {
        if (!isPassing(error)) throw error;
        waitMs = Math.min(waitMs * 2, longestPollMs);
      }
      await pause(waitMs);
    }
  };

  /** Shows how an import ended, once: both the poll and the cancelling can tell. */
  const end = (id: number, { state: how, result, problem }: JobModel) => {
    if (jobId.current !== id) return;
    jobId.current = undefined;
    work.current.abort();
    if (how === 'done' && result) finish(result);
    else if (how === 'cancelled') setState({ at: 'choose', isCancelled: true });
    else reset(problem?.detail ?? problemText(undefined));
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

  const cancel = async () => {
    const id = jobId.current;
    if (id === undefined) {
      // The server ends an import whose request is aborted.
      work.current.abort();
      setState({ at: 'choose', isCancelled: true });
      return;
    }
    const show = (more: { isEnding: boolean; problem?: string }) =>
      setState((now) => (now.at === 'running' ? { ...now, problem: undefined, ...more } : now));
    show({ isEnding: true });
    try {
      end(id, await api('DELETE /r/job', { query: { jobId: id } }));
    } catch (error) {
      show({ isEnding: false, problem: `The import goes on. ${problemText(error)}` });
    }
  };

  return { state, look, start, cancel, reset };
}
