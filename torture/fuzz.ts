import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { fuzz } from '../server/test/fuzz/fuzzer.ts';
import { brokenInvariants } from '../server/test/invariants.ts';
import { openTestApp } from './support/app.ts';
import { runTortureScript } from './support/torture-script.ts';

// Fuzzes every call of the OpenAPI document in every role, with valid, nearly valid and hostile values. Fails on any
// 5xx, on any answer the document does not describe, and on any broken invariant. Usage: node torture/fuzz.ts
// --requests 20000 --seed 7

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

await runTortureScript({ promise: '17', name: 'fuzz' }, async (context) => {
  const gyan = await openTestApp(context);
  const startedAt = performance.now();
  const report = await fuzz(gyan, {
    seed,
    requests,
    progress: (done) =>
      console.log(`${done} requests in ${Math.round((performance.now() - startedAt) / 1000)} s`),
  });
  const broken = await brokenInvariants(gyan.db);
  for (const finding of [...report.findings, ...broken]) context.fail(finding);
  context.check(report.requests >= requests, `only ${report.requests} requests were sent`);
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
