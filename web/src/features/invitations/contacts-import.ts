import { useSyncExternalStore } from 'react';
import { api } from '#features/session/actions.ts';
import { contactBatches } from './contact-batches.ts';
import { ContactsFailure, readContacts } from './people-api.ts';

/** The progress of an import. It continues while another tab of the page is open. */
export type ImportState =
  | { step: 'idle' }
  | { step: 'reading'; found: number; total: number }
  | { step: 'sending'; sent: number; batches: number }
  | { step: 'done'; imported: number }
  | { step: 'failed'; message: string };

let state: ImportState = { step: 'idle' };
let running: AbortController | undefined;
const listeners = new Set<() => void>();

function setState(next: ImportState) {
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

const idle: ImportState = { step: 'idle' };

export const useImport = () =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => idle,
  );

export const failImport = (message: string) => setState({ step: 'failed', message });

export const resetImport = () => setState(idle);

export function stopImport() {
  running?.abort();
  setState(idle);
}

interface Grant {
  baseUrl: string;
  accessToken: string;
  scope: string;
}

/** Reads the Google contacts and sends names and addresses to our server. */
export async function startImport(grant: Grant, onImported: () => void): Promise<void> {
  running?.abort();
  const stop = new AbortController();
  running = stop;
  const { signal } = stop;
  const update = (next: ImportState) => {
    if (!signal.aborted) setState(next);
  };
  try {
    update({ step: 'reading', found: 0, total: 0 });
    const people = await readContacts({
      ...grant,
      signal,
      onProgress: (found, total) => update({ step: 'reading', found, total }),
    });
    const batches = contactBatches(people);
    let imported = 0;
    for (const [sent, batch] of batches.entries()) {
      update({ step: 'sending', sent, batches: batches.length });
      const body = new FormData();
      body.set('google_contacts_data', batch);
      // In sequence, so that the server's counts and limits stay exact.
      // oxlint-disable-next-line no-await-in-loop
      const answer = await api('POST /r/import_google_contacts', { body, signal });
      imported += answer.imported;
    }
    update({ step: 'done', imported });
    onImported();
  } catch (error) {
    // Only these errors have a message for the user.
    const hasUserMessage =
      error instanceof ContactsFailure || (error instanceof Error && error.name === 'ApiProblem');
    update({
      step: 'failed',
      message: hasUserMessage ? error.message : 'Something went wrong. Please try again.',
    });
  }
}
