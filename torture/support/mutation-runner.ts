import { fileURLToPath } from 'node:url';
import { createVitest, type TestSpecification } from 'vitest/node';
import { endLoops } from './mutants.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Tests time out after `factor` times their usual time, but not before `ms`; the first run after `firstRunMs`. */
const timeouts = { factor: 10, ms: 20_000, firstRunMs: 120_000 };

export type Outcome = 'passed' | 'failed' | 'timed out';

export interface MutationRunner extends AsyncDisposable {
  /** Runs the tests with this code in the file's place, up to the first failure. The first run sets the usual time. */
  run(code: string): Promise<Outcome>;
}

/** Prepares tests to be run repeatedly with different contents of one file. */
export async function openMutationRunner(file: string, tests: readonly string[]): Promise<MutationRunner> {
  const path = `${root}${file}`;
  let replacement: string | undefined;
  const vitest = await createVitest(
    {
      config: false,
      root,
      watch: false,
      fsModuleCache: false,
      include: [...tests],
      setupFiles: ['torture/support/fast-check-setup.ts'],
      // These tests need a database.
      globalSetup: tests.some((test) => /\/(db\/|can\.test)/.test(test))
        ? ['server/test/global-setup.ts']
        : [],
      reporters: [{}],
      bail: 1,
      // Left out: one test that takes longer than all others and finds no more, and one that measures time.
      testNamePattern: /^(?!.*(?:two thousand insertions|does not hang))/,
      maxWorkers: 1,
      pool: 'forks',
      teardownTimeout: 1_000,
      testTimeout: 20_000,
      hookTimeout: 60_000,
    },
    {
      plugins: [
        {
          name: 'replace-file',
          enforce: 'pre',
          load: (id) => (id.split('?')[0] === path ? replacement : undefined),
        },
      ],
    },
  );
  const found = await vitest.globTestSpecifications();
  // In the given order: fast tests come first.
  const specifications = tests.map((test) => found.find(({ moduleId }) => moduleId === `${root}${test}`));
  const usualMs = new Map<TestSpecification, number>();

  async function runSpecification(specification: TestSpecification): Promise<Outcome> {
    const startedAt = performance.now();
    const usual = usualMs.get(specification);
    let timedOut = false;
    const timer = setTimeout(
      () => {
        timedOut = true;
        // The first call waits for the running tests; the second ends them.
        void vitest.cancelCurrentRun('keyboard-input');
        void vitest.cancelCurrentRun('keyboard-input');
      },
      usual === undefined ? timeouts.firstRunMs : Math.max(timeouts.ms, timeouts.factor * usual),
    );
    const { testModules, unhandledErrors } = await vitest
      .runTestSpecifications([specification])
      .finally(() => clearTimeout(timer));
    if (timedOut) return 'timed out';
    const module = testModules.find(({ moduleId }) => moduleId === specification.moduleId);
    if (!module) throw new Error(`${specification.moduleId} did not run.`);
    if (usual === undefined) usualMs.set(specification, performance.now() - startedAt);
    return unhandledErrors.length > 0 || !module.ok() ? 'failed' : 'passed';
  }

  return {
    async run(code) {
      replacement = endLoops(file, code);
      for (const [index, specification] of specifications.entries()) {
        if (!specification) throw new Error(`There is no ${tests[index]}.`);
        vitest.invalidateFile(path);
        const outcome = await runSpecification(specification);
        if (outcome !== 'passed') return outcome;
      }
      return 'passed';
    },
    [Symbol.asyncDispose]: () => vitest.close(),
  };
}
