import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { startEmbedded } from '../server/src/db/embedded.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { migrateJobs } from '../server/src/jobs/runner.ts';
import { fuzz } from '../server/test/fuzz/fuzzer.ts';
import { startOutside } from '../server/test/fuzz/outside.ts';
import { brokenInvariants } from '../server/test/invariants.ts';
import { openApp } from '../server/test/open-app.ts';

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

const dataDir = await mkdtemp(join(tmpdir(), 'gyan fuzz '));
const log = pino({ level: 'silent' });
const database = await startEmbedded({ dataDir: join(dataDir, 'database'), log, durable: false });
const outside = await startOutside();
try {
  await migrate(database.url, fileURLToPath(new URL('../server/migrations', import.meta.url)));
  await migrateJobs(database.url);
  const gyan = await openApp(database.url, outside.config);
  const began = performance.now();
  const report = await fuzz(gyan, {
    seed,
    requests,
    progress: (done) => console.log(`${done} asked in ${Math.round((performance.now() - began) / 1000)} s`),
  });
  const broken = await brokenInvariants(gyan.db);
  await gyan.close();
  for (const finding of [...report.findings, ...broken]) console.error(finding);
  const ok = report.findings.length === 0 && broken.length === 0 && report.requests >= requests;
  const figures = {
    requests: report.requests,
    seed,
    '5xx': report.serverErrors,
    'answers outside their schema': report.offSchema,
    'broken invariants': broken.length,
    'slowest ms': report.slowestMs,
    ...Object.fromEntries(
      Object.entries(report.statuses).map(([status, count]) => [`answered ${status}`, count]),
    ),
  };
  process.exitCode = ok ? 0 : 1;
  console.log(JSON.stringify({ promise: '17', name: 'fuzz', ok, figures }));
} finally {
  await outside.stop();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}
