import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { breakThings, type Figures, type Findings } from './faults.ts';
import { makeJourneys } from './journeys.ts';
import { useUpLimit } from './limits.ts';
import { Interrupted, withStack } from './stack.ts';

// A large installation on one machine, from local packages and without root: nginx → 2 app servers and a worker → PgBouncer → primary and streaming
// replica, and S3. Without an option it stays until it is interrupted.
//   --faults             uses up a limit, then breaks one piece after the other under load
//   --journeys [name…]   makes the journeys of e2e/ there, all of them or those whose files are named
const { values, positionals } = parseArgs({
  options: { faults: { type: 'boolean' }, journeys: { type: 'boolean' } },
  allowPositionals: true,
});

const say = (line: string) => console.error(line);
const started = performance.now();

// Whenever it comes, everything that was started is ended.
const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
// A second one must not cut that short: supervisors and shells tell everybody, and more than once.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

const { ok, figures } = await withStack(say, interrupted, async (stack) => {
  const figures: Figures = { 'seconds until all of it is ready': (performance.now() - started) / 1000 };
  const complaints: string[] = [];
  if (!values.faults && !values.journeys) {
    say('Ctrl-C takes it down.');
    await interrupted;
  }
  const take = (findings: Findings) => {
    Object.assign(figures, findings.figures);
    complaints.push(...findings.complaints);
  };
  if (values.journeys) take(await makeJourneys(stack, positionals, interrupted));
  if (values.faults) {
    take(await useUpLimit(stack.url));
    take(await breakThings(stack, say));
  }
  for (const complaint of complaints) say(`✗ ${complaint}`);
  return { ok: complaints.length === 0, figures };
}).catch((error: Error) => {
  // All of it is down again by now.
  if (error instanceof Interrupted) process.exit(values.faults || values.journeys ? 130 : 0);
  say(error.stack ?? error.message);
  return { ok: false, figures: { error: error.message } };
});

console.log(
  JSON.stringify({ promise: '23', name: 'topology', ok, figures }, (_key, value: unknown) => round(value)),
);
process.exit(ok ? 0 : 1);

function round(value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 10) / 10 : value;
}
