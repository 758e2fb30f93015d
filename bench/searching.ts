import { apiBase, getAnew, type Measurement } from './bench.ts';
import { quantile } from './comparison.ts';
import { plainFinding } from './report.ts';

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
