import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { inspect, parseArgs } from 'node:util';
import { type Mutant, mutantsOf } from './support/mutants.ts';
import { prove, type Stage } from './support/proof.ts';
import { rehearse } from './support/rehearsal.ts';

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
/** Files that are looked at side by side. */
const lanes = 2;

const policies = ['server/src/domains/policies.test.ts', 'server/src/domains/users/policy.test.ts'];

/** What is changed, and the tests that should notice. */
const targets: Record<string, string[]> = {
  'server/src/domains/cards/policy.ts': policies,
  'server/src/domains/collections/policy.ts': policies,
  'server/src/domains/comments/policy.ts': policies,
  'server/src/domains/topics/policy.ts': policies,
  'server/src/domains/users/policy.ts': policies,
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

/** Changes after which the program does the same: by file and by something that their line then says; and why. */
const equivalent: [file: string, reads: string, why: string][] = [
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
    'nobody asks how many containers were open before a mark',
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

/** The changes to a file that its tests should notice. */
function changesTo(file: string, text: string): Mutant[] {
  const mutants = mutantsOf(file, text);
  const same = new Set<Mutant>();
  for (const [, reads] of equivalent.filter(([where]) => where === file)) {
    const [found, ...more] = mutants.filter((mutant) => mutant.reads.includes(reads));
    if (!found || more.length > 0) throw new Error(`Not one change to ${file} makes it say “${reads}”.`);
    same.add(found);
  }
  return mutants.filter((mutant) => !same.has(mutant));
}

interface Score {
  changes: number;
  noticed: number;
  /** How many took so long that they were ended: they count as noticed. */
  ended: number;
}

async function examine(file: string, tests: readonly string[], stage: Stage): Promise<Score> {
  const text = await readFile(`${root}${file}`, 'utf8');
  const mutants = changesTo(file, text).filter((_, index) => index % parts === part - 1);
  const score = { changes: mutants.length, noticed: 0, ended: 0 };
  if (options.list) {
    for (const { line, says } of mutants) console.log(`${file}:${line} ${says}`);
    return score;
  }
  await using rehearsal = await rehearse(file, tests);
  if ((await rehearsal.play(text)) !== 'passed') throw new Error(`${tests.join(', ')} fail as it is`);
  for (const { line, says, code } of mutants) {
    const outcome = await rehearsal.play(code);
    if (outcome === 'passed') console.log(`survived: ${file}:${line} ${says}`);
    else score.noticed += 1;
    if (outcome === 'ended') score.ended += 1;
  }
  const percent = percentOf(score);
  console.log(`${file}: ${score.noticed} of ${score.changes} noticed, ${percent} %`);
  stage.check(parts > 1 || percent >= leastPercent, `${file}: only ${percent} % were noticed`);
  return score;
}

const percentOf = ({ changes, noticed }: Score) =>
  changes === 0 ? 100 : Math.round((noticed / changes) * 1000) / 10;

await prove({ promise: '7, 8, 4, 13', name: 'mutation' }, async (stage) => {
  const asked = Object.entries(targets).filter(([file]) => file.includes(options.only));
  const waiting = [...asked];
  const scores = new Map<string, Score>();
  const lane = async () => {
    // Those at the end take the most time.
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [file, tests] = next;
      try {
        scores.set(file, await examine(file, tests, stage));
      } catch (error) {
        stage.fail(`${file}: ${inspect(error)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const sum = (key: keyof Score) => scores.values().reduce((total, score) => total + score[key], 0);
  return {
    changes: sum('changes'),
    noticed: sum('noticed'),
    'ended for time': sum('ended'),
    ...Object.fromEntries(
      asked.map(([file]) => {
        const score = scores.get(file);
        return [
          file.replace('server/src/', ''),
          score ? `${percentOf(score)} % of ${score.changes}` : 'failed',
        ];
      }),
    ),
  };
});
