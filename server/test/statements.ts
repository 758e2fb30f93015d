import pg from 'pg';
import { vi } from 'vitest';

/** Counts the statements that this process sends during `work`, on all connections. */
export async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    // The listening connection only sends heartbeats.
    return spy.mock.calls.filter((call: unknown[]) => call[0] !== 'select').length;
  } finally {
    spy.mockRestore();
  }
}
