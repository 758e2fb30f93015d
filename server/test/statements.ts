import pg from 'pg';
import { vi } from 'vitest';

/** Counts the statements that `work` makes this process send, whatever connection they take. */
export async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    // The connection that listens for notices only ever says that it is alive.
    return spy.mock.calls.filter((call: unknown[]) => call[0] !== 'select').length;
  } finally {
    spy.mockRestore();
  }
}
