import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { breakThings, type Figures } from './faults.ts';
import { Interrupted, withStack } from './stack.ts';

// A large installation on one machine, from local packages and without root: nginx → 2 app servers and a worker → PgBouncer → primary and streaming
// replica, and S3. Without an option it stays until it is interrupted.
//   --faults             breaks one piece after the other under load
//   --journeys [name…]   makes the journeys of e2e/ there
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
  if (values.journeys) {
    const { isGreen, summary } = await makeJourneys(stack.url, positionals);
    figures.journeys = summary;
    if (!isGreen) complaints.push(`journeys: ${summary}`);
  }
  if (values.faults) {
    const findings = await breakThings(stack, say);
    Object.assign(figures, findings.figures);
    complaints.push(...findings.complaints);
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

async function makeJourneys(url: string, names: string[]) {
  const script = fileURLToPath(new URL('../../scripts/test.js', import.meta.url));
  const child = spawn(process.execPath, [script, 'e2e', ...names], {
    env: { ...process.env, GYAN_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    process.stderr.write(text);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { isGreen: code === 0, summary: said.trimEnd().split('\n').at(-1) ?? '' };
}

function round(value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 10) / 10 : value;
}
