import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { fuzz } from '../server/test/fuzz/fuzzer.ts';
import { brokenInvariants } from '../server/test/invariants.ts';
import { openStageApp } from './support/app.ts';
import { prove } from './support/proof.ts';

// Asks everything the published document describes, as everybody, with values that fit, nearly fit or are meant badly. Fails on any
// 5xx, on any answer the document does not describe, and on any count that no longer equals its rows.
// Usage: node torture/fuzz.ts --requests 20000 --seed 7

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    requests: { type: 'string' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
});
const requests = Number(options.requests ?? (options.quick ? 2_000 : 20_000));
const seed = Number(options.seed);
console.log(`seed ${seed}`);

await prove({ promise: '17', name: 'fuzz' }, async (stage) => {
  const gyan = await openStageApp(stage);
  const began = performance.now();
  const report = await fuzz(gyan, {
    seed,
    requests,
    progress: (done) => console.log(`${done} asked in ${Math.round((performance.now() - began) / 1000)} s`),
  });
  const broken = await brokenInvariants(gyan.db);
  for (const finding of [...report.findings, ...broken]) stage.fail(finding);
  stage.check(report.requests >= requests, `only ${report.requests} were asked`);
  return {
    requests: report.requests,
    '5xx': report.serverErrors,
    'answers outside their schema': report.offSchema,
    'broken invariants': broken.length,
    'slowest ms': report.slowestMs,
    seed,
    ...Object.fromEntries(
      Object.entries(report.statuses).map(([status, count]) => [`answered ${status}`, count]),
    ),
  };
});
