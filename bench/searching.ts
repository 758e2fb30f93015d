import { apiBase, getAnew, type Measurement } from './bench.ts';
import { quantile } from './comparison.ts';
import { plainFinding } from './report.ts';

const questions = {
  'a common word': 'light',
  'a rare word': 'river1234',
  'two words': 'ocean winter',
  'a beginning': 'magn',
  'a slip': 'languaeg',
};

export const searchings: Measurement[] = [
  {
    name: 'search',
    async measure(bench) {
      const findings = [];
      for (const [what, words] of Object.entries(questions)) {
        const path = `${apiBase}/searchfeed?limit=28&q=${encodeURIComponent(words)}`;
        const { found } = await bench.compare(
          { found: { served: bench.product, asking: getAnew(path) } },
          { amount: 160 },
        );
        findings.push(plainFinding(`Search, ${what}, p99`, quantile(found.times, 0.99), 50, 'ms'));
      }
      return findings;
    },
  },
];
