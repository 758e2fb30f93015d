import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const setupFiles = ['./scripts/lib/fail-on-console-error.js'];

const plain = (name: string, include: string[]) => ({
  extends: true as const,
  // Property tests and drawings take seconds on a busy machine.
  test: { name, include, setupFiles, environment: 'node', testTimeout: 60_000, hookTimeout: 60_000 },
});

export default defineConfig({
  test: {
    // At least three: two files can run while another waits for the database.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      plain('contract', ['contract/**/*.test.ts']),
      plain('web', ['web/**/*.test.{ts,tsx}']),
      plain('demo', ['demo/**/*.test.ts']),
      plain('scripts', ['scripts/**/*.test.js']),
      plain('torture', ['torture/**/*.test.ts']),
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          setupFiles,
          environment: 'node',
          globalSetup: existsSync('server/test/global-setup.ts') ? ['./server/test/global-setup.ts'] : [],
          // Some of these measure time, and a shared machine can be slow for a moment.
          retry: process.env.CI ? 1 : 0,
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
