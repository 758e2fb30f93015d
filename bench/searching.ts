import { pageSizes } from '@gyan/contract/limits.ts';
import { apiBase, get, getAnew, type Measurement } from './bench.ts';
import { quantile } from './comparison.ts';
import { waitingFinding } from './report.ts';
import { statementOf } from './statements.ts';
import type { QueryYardstick } from './yardsticks.ts';

export const questions = {
  'a common word': 'light',
  'a rare word': 'river1004',
  'a common and a rare word': 'ocean river1004',
  'two words': 'ocean winter',
  'a beginning': 'magn',
  'a beginning of rare words': 'river12',
  'one letter': 'e',
  'a slip': 'languaeg',
  'a name': '77',
  'what nobody wrote': 'प्रकाश',
};

/** As many as the screen shows at once. */
export const searchPath = (words: string) =>
  `/searchfeed?limit=${pageSizes.search}&q=${encodeURIComponent(words)}`;

/** What the slowest one in a hundred waits is told by the slowest few: of fewer answers, one hiccup decides. */
export const searches = 1_000;

/** The list of as many cards that a bare handler answers. */
export const bareList = '/query/search';

export async function bareListYardstick(): Promise<QueryYardstick> {
  const query = { limit: String(pageSizes.search) };
  const { name, text, values } = await statementOf('GET /posts', { query });
  return { kind: 'query', method: 'GET', url: bareList, name, text, values, column: 'body' };
}

/** How many times as long as for the bare list the slowest search in a hundred may take. */
export const longestSearch = (cards: number) => (cards <= 200_000 ? 2.5 : 4);

export const slowest = (times: readonly number[]) => quantile(times, 0.99);

export const searchings: Measurement[] = [
  {
    name: 'search',
    prepare: async () => [await bareListYardstick()],
    async measure(bench) {
      const findings = [];
      for (const [what, words] of Object.entries(questions)) {
        const { found, listed } = await bench.compare(
          {
            found: { served: bench.product, asking: getAnew(`${apiBase}${searchPath(words)}`) },
            listed: { served: bench.yardsticks, asking: get(bareList) },
          },
          { amount: searches, always: true },
        );
        findings.push(
          waitingFinding(
            `Search, ${what}, p99`,
            slowest(found.times),
            slowest(listed.times),
            longestSearch(bench.cards),
          ),
        );
      }
      return findings;
    },
  },
];
