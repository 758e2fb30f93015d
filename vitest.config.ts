import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** A poll waits for a state; on a busy machine that takes longer than the default of one second. */
const patient = { poll: { timeout: 60_000 } };

const setupFiles = ['./scripts/lib/fail-on-console-error.js'];

const plain = (name: string, include: string[], isolate = false) => ({
  extends: true as const,
  // Property tests and drawings take seconds on a busy machine.
  test: {
    name,
    include,
    isolate,
    setupFiles,
    environment: 'node',
    expect: patient,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});

// These replace a module, the clock or a method, measure the event loop or a first use, or end processes.
const alone =
  'clock|cluster|demo-provider-first-use|embedded|image-worker|large-forms|pressure|queue-large-bodies' +
  '|review-notices|sharp-missing|shutdown|storage';
// All others share processes: loading the server takes longer than most of them.
const sharing = `server/**/!(${alone}).test.ts`;

const server = (name: string, settings: { include: string[]; exclude?: string[]; isolate: boolean }) => ({
  extends: true as const,
  test: {
    name,
    ...settings,
    setupFiles,
    environment: 'node',
    expect: patient,
    globalSetup: ['./server/test/global-setup.ts'],
    // Some of these measure time, and a shared machine can be slow for a moment.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});

export default defineConfig({
  test: {
    // At least three: two files can run while another waits for the database.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      plain('contract', ['contract/**/*.test.ts']),
      // Its modules hold the state of one browser.
      plain('web', ['web/**/*.test.{ts,tsx}'], true),
      plain('demo', ['demo/**/*.test.ts']),
      plain('scripts', ['scripts/**/*.test.js']),
      plain('torture', ['torture/**/*.test.ts']),
      server('server', { include: [sharing], isolate: false }),
      server('server-alone', { include: ['server/**/*.test.ts'], exclude: [sharing], isolate: true }),
    ],
  },
});
