import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { inspect, parseArgs } from 'node:util';
import { type Mutant, mutantsOf } from './support/mutants.ts';
import { openMutationRunner } from './support/mutation-runner.ts';
import { runTortureScript, type ScriptContext } from './support/torture-script.ts';

// Mutation testing of policies, tokens, ranked lists and rich-text sanitising: makes one small change at a time and
// checks that a test fails. Usage: node torture/mutation.ts --only policy --list

const { values: options } = parseArgs({
  options: {
    /** Every eighth mutant. */
    quick: { type: 'boolean', default: false },
    /** `2/5`: the second of five parts. */
    part: { type: 'string', default: '1/1' },
    /** Only files whose path has this in it. */
    only: { type: 'string', default: '' },
    /** Lists the mutants without running tests. */
    list: { type: 'boolean', default: false },
  },
});
const [part = 1, parts = 1] = options.quick ? [1, 8] : options.part.split('/').map(Number);
const root = fileURLToPath(new URL('..', import.meta.url));
const minPercent = 85;
/** Number of files tested in parallel. */
const concurrency = 2;

const policies = ['server/src/domains/policies.test.ts', 'server/src/domains/users/policy.test.ts'];

/** Mutated files and the tests that must fail. */
const targets: Record<string, string[]> = {
  'server/src/domains/cards/policy.ts': policies,
  'server/src/domains/collections/policy.ts': policies,
  'server/src/domains/comments/policy.ts': policies,
  'server/src/domains/topics/policy.ts': policies,
  'server/src/domains/users/policy.ts': policies,
  'server/src/domains/visibility/policy.ts': policies,
  'server/src/domains/users/rules.ts': [...policies, 'server/src/domains/can.test.ts'],
  'server/src/http/viewer.ts': ['server/src/http/viewer.test.ts'],
  'server/src/lib/tokens.ts': ['server/src/lib/tokens.test.ts'],
  'server/src/lib/rich-text.ts': ['server/src/lib/rich-text.test.ts'],
  'server/src/lib/rich-text-writer.ts': [
    'server/src/lib/rich-text-writer.test.ts',
    'server/src/lib/rich-text.test.ts',
  ],
  'server/src/db/ranked-list.ts': ['server/src/db/ranked-list.test.ts'],
};

/** Equivalent mutants, which no test can detect: the file, a part of the line after the change, and the reason. */
const equivalent: [file: string, lineAfter: string, why: string][] = [
  ['server/src/http/viewer.ts', 'match = false', 'no header reads as “undefined”, which is no token'],
  [
    'server/src/lib/rich-text.ts',
    'allowProtocolRelative: true',
    'an address without a protocol is no link before this is asked',
  ],
  [
    'server/src/lib/rich-text.ts',
    'true ? (closest[tag] ?? tag)',
    'the one such tag, “constructor”, is dropped in either case',
  ],
  ['server/src/lib/rich-text.ts', 'url = false ?', 'no address reads as “undefined”, which is none'],
  [
    'server/src/lib/rich-text.ts',
    'writer.open(tag, false ?',
    'reading no attributes finds none: not to read them only saves time',
  ],
  [
    'server/src/lib/rich-text-writer.ts',
    '#lastWasItem = true',
    'it is asked only where there is text, and set by whatever wrote it',
  ],
  [
    'server/src/lib/rich-text-writer.ts',
    'push({ tag, height: 1, mark',
    'the number of containers open before a mark is never read',
  ],
  [
    'server/src/lib/rich-text-writer.ts',
    'while (shared <= wanted.length',
    'there is no mark after the last, and none is not the same as any',
  ],
  [
    'server/src/lib/rich-text-writer.ts',
    'gap: true };',
    'nothing is before the first block of a container, and it is false after that',
  ],
  [
    'server/src/db/ranked-list.ts',
    "if (false) throw new Error('The item",
    'what was just written is always there',
  ],
  [
    'server/src/db/ranked-list.ts',
    "if (!placed) throw new Error('')",
    'what was just written is always there',
  ],
  [
    'server/src/db/ranked-list.ts',
    "if (false) throw new Error('select",
    'a select without a table always answers a row',
  ],
  [
    'server/src/db/ranked-list.ts',
    "if (!row) throw new Error('')",
    'a select without a table always answers a row',
  ],
  ['server/src/db/ranked-list.ts', 'current >= (last', 'no two items of a list have the same rank'],
];

/** Mutants of a file without the equivalent ones. */
function changesTo(file: string, text: string): Mutant[] {
  const mutants = mutantsOf(file, text);
  const equivalentMutants = new Set<Mutant>();
  for (const [, lineAfter] of equivalent.filter(([where]) => where === file)) {
    const [found, ...more] = mutants.filter((mutant) => mutant.lineAfter.includes(lineAfter));
    if (!found || more.length > 0) throw new Error(`Not one change to ${file} makes it say “${lineAfter}”.`);
    equivalentMutants.add(found);
  }
  return mutants.filter((mutant) => !equivalentMutants.has(mutant));
}

interface Score {
  changes: number;
  noticed: number;
  /** Mutants whose tests timed out; they count as noticed. */
  timedOut: number;
}

async function testFile(file: string, tests: readonly string[], context: ScriptContext): Promise<Score> {
  const text = await readFile(`${root}${file}`, 'utf8');
  const mutants = changesTo(file, text).filter((_, index) => index % parts === part - 1);
  const score = { changes: mutants.length, noticed: 0, timedOut: 0 };
  if (options.list) {
    for (const { line, change } of mutants) console.log(`${file}:${line} ${change}`);
    return score;
  }
  await using runner = await openMutationRunner(file, tests);
  if ((await runner.run(text)) !== 'passed') throw new Error(`${tests.join(', ')} fail as it is`);
  for (const { line, change, code } of mutants) {
    const outcome = await runner.run(code);
    if (outcome === 'passed') console.log(`survived: ${file}:${line} ${change}`);
    else score.noticed += 1;
    if (outcome === 'timed out') score.timedOut += 1;
  }
  const percent = percentOf(score);
  console.log(`${file}: ${score.noticed} of ${score.changes} noticed, ${percent} %`);
  context.check(parts > 1 || percent >= minPercent, `${file}: only ${percent} % were noticed`);
  return score;
}

const percentOf = ({ changes, noticed }: Score) =>
  changes === 0 ? 100 : Math.round((noticed / changes) * 1000) / 10;

await runTortureScript({ promise: '7, 8, 4, 13', name: 'mutation' }, async (context) => {
  const selected = Object.entries(targets).filter(([file]) => file.includes(options.only));
  const waiting = [...selected];
  const scores = new Map<string, Score>();
  const worker = async () => {
    // The slowest files are at the end of the list.
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [file, tests] = next;
      try {
        scores.set(file, await testFile(file, tests, context));
      } catch (error) {
        context.fail(`${file}: ${inspect(error)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const sum = (key: keyof Score) => scores.values().reduce((total, score) => total + score[key], 0);
  return {
    changes: sum('changes'),
    noticed: sum('noticed'),
    'timed out': sum('timedOut'),
    ...Object.fromEntries(
      selected.map(([file]) => {
        const score = scores.get(file);
        return [
          file.replace('server/src/', ''),
          score ? `${percentOf(score)} % of ${score.changes}` : 'failed',
        ];
      }),
    ),
  };
});
