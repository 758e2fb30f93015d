import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createVitest, type Vitest } from 'vitest/node';
import { type Mutant, mutantsOf } from './support/mutants.ts';
import { prove } from './support/proof.ts';

// Changes the files that decide who may do what, that make tokens, put things in order and clean rich text, one small change at a time, and
// looks whether their tests notice. Usage: node torture/mutation.ts --only policy --list

const { values: options } = parseArgs({
  options: {
    /** Every eighth change. */
    quick: { type: 'boolean', default: false },
    /** `2/5`: the second of five parts, for those who have not the time for all at once. */
    part: { type: 'string', default: '1/1' },
    /** Only files whose path has this in it. */
    only: { type: 'string', default: '' },
    /** Says what would be changed, and changes nothing. */
    list: { type: 'boolean', default: false },
  },
});
const [part = 1, parts = 1] = options.quick ? [1, 8] : options.part.split('/').map(Number);
const root = fileURLToPath(new URL('..', import.meta.url));
const leastPercent = 85;
/** A change can make a loop endless. */
const patienceMs = 40_000;

const policies = ['server/src/domains/policies.test.ts', 'server/src/domains/users/policy.test.ts'];

/** What is changed, and the tests that should notice. */
const targets: Record<string, string[]> = {
  'server/src/domains/cards/policy.ts': policies,
  'server/src/domains/chains/policy.ts': policies,
  'server/src/domains/comments/policy.ts': policies,
  'server/src/domains/subjects/policy.ts': policies,
  'server/src/domains/topics/policy.ts': policies,
  'server/src/domains/users/policy.ts': policies,
  'server/src/http/viewer.ts': ['server/src/http/viewer.test.ts'],
  'server/src/lib/tokens.ts': ['server/src/lib/tokens.test.ts'],
  'server/src/lib/rich-text.ts': ['server/src/lib/rich-text.test.ts'],
  'server/src/lib/rich-text-writer.ts': [
    'server/src/lib/rich-text-writer.test.ts',
    'server/src/lib/rich-text.test.ts',
  ],
  'server/src/db/ranked-list.ts': ['server/src/db/ranked-list.test.ts'],
};

/** Changes after which the program does the same, by file and by what they say; and why. */
const equivalent: [file: string, says: string, why: string][] = [
  [
    'server/src/http/viewer.ts',
    'header === undefined → false',
    'no header reads as “undefined”, which is no token',
  ],
  [
    'server/src/lib/rich-text.ts',
    'false → true',
    'an address without a protocol is no link before this is asked',
  ],
];

/** How many turned in a circle, or took so long that it looked like it: on a busy machine others would count as well. */
let ended = 0;

/** What stands in for a file at the moment. */
const instead: { path: string; code: string | undefined } = { path: '', code: undefined };

async function openTests(tests: readonly string[]): Promise<Vitest> {
  return createVitest(
    {
      config: false,
      root,
      watch: false,
      // What was read once must be read again.
      fsModuleCache: false,
      include: [...tests],
      globalSetup: tests.some((test) => test.includes('/db/')) ? ['server/test/global-setup.ts'] : [],
      reporters: [{}],
      bail: 1,
      // It takes longer than all others together, and sees nothing that they do not.
      testNamePattern: /^(?!.*two thousand insertions)/,
      maxWorkers: 1,
      pool: 'forks',
      teardownTimeout: 1_000,
      testTimeout: 20_000,
      hookTimeout: 60_000,
    },
    {
      plugins: [
        {
          name: 'mutant',
          enforce: 'pre',
          load: (id) => (id.split('?')[0] === instead.path ? instead.code : undefined),
        },
      ],
    },
  );
}

/** Whether the tests notice what is there instead; that something turns in a circle, too. */
async function isNoticed(tests: Vitest): Promise<boolean> {
  tests.invalidateFile(instead.path);
  const specifications = await tests.globTestSpecifications();
  if (specifications.length === 0) throw new Error('There are no tests to run.');
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    ended += 1;
    endWorkers();
  }, patienceMs);
  const result = await tests.runTestSpecifications(specifications).catch((error: Error) => {
    if (!isLate) throw error;
  });
  clearTimeout(late);
  if (isLate || !result) return true;
  if (result.testModules.length !== specifications.length) throw new Error('Some tests did not run.');
  return result.unhandledErrors.length > 0 || result.testModules.some((module) => !module.ok());
}

/** One that turns in a circle hears nothing that it is told. */
function endWorkers(): void {
  const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], {
    encoding: 'utf8',
  });
  for (const line of children.split('\n').filter((each) => each.includes('vitest'))) {
    process.kill(Number.parseInt(line, 10), 'SIGKILL');
  }
}

const isEquivalent = (file: string, { says }: Mutant) =>
  equivalent.some(([where, what]) => where === file && what === says);

await prove({ promise: '7, 8, 4, 13', name: 'mutation' }, async (stage) => {
  const scores: Record<string, string> = {};
  let all = 0;
  let noticed = 0;
  for (const [file, tests] of Object.entries(targets).filter(([name]) => name.includes(options.only))) {
    const path = `${root}${file}`;
    const mutants = mutantsOf(file, await readFile(path, 'utf8')).filter(
      (mutant, index) => !isEquivalent(file, mutant) && index % parts === part - 1,
    );
    if (options.list) {
      for (const { line, says } of mutants) console.log(`${file}:${line} ${says}`);
      continue;
    }
    const opened = await openTests(tests);
    instead.path = path;
    instead.code = undefined;
    stage.check(!(await isNoticed(opened)), `${tests.join(', ')} fail as it is`);
    let count = 0;
    for (const mutant of mutants) {
      instead.code = mutant.code;
      if (await isNoticed(opened)) count += 1;
      else console.log(`survived: ${file}:${mutant.line} ${mutant.says}`);
    }
    await opened.close();
    all += mutants.length;
    noticed += count;
    const percent = mutants.length === 0 ? 100 : Math.round((count / mutants.length) * 1000) / 10;
    scores[file.replace('server/src/', '')] = `${percent} % of ${mutants.length}`;
    console.log(`${file}: ${count} of ${mutants.length} noticed, ${percent} %`);
    stage.check(parts > 1 || percent >= leastPercent, `${file}: only ${percent} % were noticed`);
  }
  return { changes: all, noticed, 'ended after 40 s': ended, ...scores };
});
