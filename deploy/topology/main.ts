import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { breakComponents } from './faults.ts';
import type { Figures, Findings } from './findings.ts';
import { runJourneys } from './journeys.ts';
import { exhaustLimit } from './limits.ts';
import { Interrupted, withStack } from './stack.ts';

// A large installation on one machine, from local packages and without root: nginx → 2 app servers and a worker →
// PgBouncer → primary and streaming replica, and S3. Without an option it runs until interrupted.
//   --faults             exhausts a limit, then breaks one component after the other under load
//   --journeys [name…]   runs the journeys of e2e/ on it, all or those of the named files
const { values, positionals } = parseArgs({
  options: { faults: { type: 'boolean' }, journeys: { type: 'boolean' } },
  allowPositionals: true,
});

const log = (line: string) => console.error(line);
const started = performance.now();

const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
// A second signal must not cut the shutdown short: supervisors and shells signal the whole group, more than once.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

const { ok, figures } = await withStack(log, interrupted, async (stack) => {
  const figures: Figures = { 'seconds until ready': (performance.now() - started) / 1000 };
  const failures: string[] = [];
  if (!values.faults && !values.journeys) {
    log('Ctrl-C stops it.');
    await interrupted;
  }
  const addFindings = (findings: Findings) => {
    Object.assign(figures, findings.figures);
    failures.push(...findings.failures);
  };
  if (values.journeys) addFindings(await runJourneys(stack, positionals, interrupted));
  if (values.faults) {
    addFindings(await exhaustLimit(stack.url));
    addFindings(await breakComponents(stack, log));
  }
  for (const failure of failures) log(`✗ ${failure}`);
  return { ok: failures.length === 0, figures };
}).catch((error: Error) => {
  // Everything is stopped by now.
  if (error instanceof Interrupted) process.exit(values.faults || values.journeys ? 130 : 0);
  log(error.stack ?? error.message);
  return { ok: false, figures: { error: error.message } };
});

console.log(
  JSON.stringify({ promise: '23', name: 'topology', ok, figures }, (_key, value: unknown) => round(value)),
);
process.exit(ok ? 0 : 1);

function round(value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 10) / 10 : value;
}
