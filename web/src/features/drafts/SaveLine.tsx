import { Check, CloudOff } from 'lucide-react';
import { useEffect } from 'react';
import { ApiProblem } from '#lib/api-problem.ts';
import { announce } from '#ui/announcer.ts';
import { Button } from '#ui/Button.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import type { SaveState } from './autosave.ts';

const reasons: Partial<Record<ApiProblem['code'], string>> = {
  offline: 'no connection',
  unavailable: 'the server is busy',
  too_many_requests: 'too many changes in a short time',
};

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiProblem)) return 'something went wrong';
  const detail = error.fields[0]?.message ?? error.detail;
  return reasons[error.code] ?? detail.replace(/\.$/, '');
}

/** A notice above the form says more, and is announced. */
const blocked: Partial<Record<SaveState['status'], string>> = {
  conflict: 'Not saved: changed elsewhere too',
  published: 'Not saved: the card is published now',
};

interface SaveLineProps {
  state: SaveState;
  onRetry: () => void;
}

/** Tells whether the draft is saved. Keeps its space when empty; only failures are announced. */
export function SaveLine({ state, onRetry }: SaveLineProps) {
  const failure = state.status === 'failed' ? `Not saved: ${reasonOf(state.error)}` : undefined;
  useEffect(() => {
    if (failure !== undefined) announce(failure);
  }, [failure]);
  return (
    <div className="save-state">
      {state.status === 'saving' && (
        <>
          <Spinner /> Saving…
        </>
      )}
      {state.status === 'saved' && (
        <>
          <Check size={16} aria-hidden="true" /> Saved as a draft
        </>
      )}
      {state.status === 'kept' && (
        <>
          <Check size={16} aria-hidden="true" /> Kept in this browser, saved in a minute
        </>
      )}
      {blocked[state.status] !== undefined && (
        <>
          <CloudOff size={16} aria-hidden="true" /> {blocked[state.status]}
        </>
      )}
      {state.status === 'failed' && (
        <>
          <CloudOff size={16} aria-hidden="true" />
          {state.again ? `${failure}, trying again` : failure}
          {state.again && (
            <Button size="sm" variant="quiet" onClick={onRetry}>
              Try now
            </Button>
          )}
        </>
      )}
    </div>
  );
}
