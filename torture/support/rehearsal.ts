import { fileURLToPath } from 'node:url';
import { createVitest, type TestSpecification } from 'vitest/node';
import { endLoops } from './mutants.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** How many times longer than usual tests may take, what they may take in any case, and the first time. */
const patience = { times: 10, ms: 20_000, firstMs: 120_000 };

/** What tests made of a file: `ended` when they took so long that nobody waited. */
export type Outcome = 'passed' | 'failed' | 'ended';

export interface Rehearsal extends AsyncDisposable {
  /** Runs the tests with this in the file's place, and stops at the first that fails. The first time says how long they take. */
  play(code: string): Promise<Outcome>;
}

/** Makes tests ready to be run again and again, each time with something else in the place of one file. */
export async function rehearse(file: string, tests: readonly string[]): Promise<Rehearsal> {
  const path = `${root}${file}`;
  let instead: string | undefined;
  const vitest = await createVitest(
    {
      config: false,
      root,
      watch: false,
      // What was read once must be read again.
      fsModuleCache: false,
      include: [...tests],
      setupFiles: ['torture/support/plain-properties.ts'],
      globalSetup: tests.some((test) => test.includes('/db/')) ? ['server/test/global-setup.ts'] : [],
      reporters: [{}],
      bail: 1,
      // The first takes longer than all others together, and sees nothing that they do not; the second measures time, which on a busy
      // machine is noticed without any change.
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
          name: 'instead',
          enforce: 'pre',
          load: (id) => (id.split('?')[0] === path ? instead : undefined),
        },
      ],
    },
  );
  const found = await vitest.globTestSpecifications();
  // In the order they were given: those that take little time first.
  const specifications = tests.map((test) => found.find(({ moduleId }) => moduleId === `${root}${test}`));
  const usualMs = new Map<TestSpecification, number>();

  async function run(specification: TestSpecification): Promise<Outcome> {
    const begun = performance.now();
    const usual = usualMs.get(specification);
    let isLate = false;
    const late = setTimeout(
      () => {
        isLate = true;
        // Asked once it waits for the tests to end; asked twice it ends them.
        void vitest.cancelCurrentRun('keyboard-input');
        void vitest.cancelCurrentRun('keyboard-input');
      },
      usual === undefined ? patience.firstMs : Math.max(patience.ms, patience.times * usual),
    );
    const { testModules, unhandledErrors } = await vitest
      .runTestSpecifications([specification])
      .finally(() => clearTimeout(late));
    if (isLate) return 'ended';
    const module = testModules.find(({ moduleId }) => moduleId === specification.moduleId);
    if (!module) throw new Error(`${specification.moduleId} did not run.`);
    if (usual === undefined) usualMs.set(specification, performance.now() - begun);
    return unhandledErrors.length > 0 || !module.ok() ? 'failed' : 'passed';
  }

  return {
    async play(code) {
      instead = endLoops(file, code);
      for (const [index, specification] of specifications.entries()) {
        if (!specification) throw new Error(`There is no ${tests[index]}.`);
        vitest.invalidateFile(path);
        const outcome = await run(specification);
        if (outcome !== 'passed') return outcome;
      }
      return 'passed';
    },
    [Symbol.asyncDispose]: () => vitest.close(),
  };
}
