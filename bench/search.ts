import { pageSizes } from '@gyan/contract/limits.ts';
import { apiBase, get, getUncached, type Measurement } from './bench.ts';
import { quantile } from './comparison.ts';
import type { QueryReference } from './reference-server.ts';
import { latencyFinding } from './report.ts';
import { statementOf } from './statements.ts';

export const searchTerms = {
  'a common word': 'light',
  'a rare word': 'river1004',
  'a common and a rare word': 'ocean river1004',
  'two words': 'ocean winter',
  'a beginning': 'magn',
  'a beginning of rare words': 'river12',
  'one letter': 'e',
  'a typing error': 'languaeg',
  'a name': '77',
  'no match': 'प्रकाश',
};

/** With the page size of the search screen. */
export const searchPath = (words: string) =>
  `/searchfeed?limit=${pageSizes.search}&q=${encodeURIComponent(words)}`;

/** In each round. With 300, one pause of the process, which delays sixteen searches, decides the 99th percentile. */
export const searches = 1000;

/** A plain list of as many cards. */
export const referenceListPath = '/query/search';

export async function referenceList(): Promise<QueryReference> {
  const query = { limit: String(pageSizes.search) };
  const { name, text, values } = await statementOf('GET /posts', { query });
  return { kind: 'query', method: 'GET', url: referenceListPath, name, text, values, column: 'body' };
}

/** The goal for the 99th percentile, as a multiple of that of the plain list. */
export const maxSearchRatio = (cards: number) => (cards <= 200_000 ? 2.5 : 4);

export const slowest = (times: readonly number[]) => quantile(times, 0.99);

export const searchMeasurements: Measurement[] = [
  {
    name: 'search',
    prepare: async () => [await referenceList()],
    async measure(bench) {
      const findings = [];
      for (const [what, words] of Object.entries(searchTerms)) {
        const { found, listed } = await bench.compare(
          {
            found: { server: bench.product, buildRequest: getUncached(`${apiBase}${searchPath(words)}`) },
            listed: { server: bench.referenceServer, buildRequest: get(referenceListPath) },
          },
          { amount: searches, always: true },
        );
        findings.push(
          latencyFinding(
            `Search, ${what}, p99`,
            slowest(found.times),
            slowest(listed.times),
            maxSearchRatio(bench.cards),
          ),
        );
      }
      return findings;
    },
  },
];
