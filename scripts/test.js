import { ensureBuilt } from './lib/build.js';
import { checks } from './lib/checks.js';
import { Failure, main } from './lib/failure.js';
import { ensureInstalled } from './lib/install.js';
import { duration } from './lib/process.js';

// npm test [-- checks | unit [filter…] | e2e [filter…] | filter…]; a bare filter is for the unit tests.
const [first, ...rest] = process.argv.slice(2);
const parts = ['checks', 'unit', 'e2e'];
const only = first === undefined || parts.includes(first) ? first : 'unit';
const filters = only === first ? rest : [first, ...rest];
const wants = (part) => only === undefined || only === part;

const total = { passed: 0, failed: 0 };

/** Runs one step and prints a line; prints its output only if it failed. */
async function step(name, work) {
  const started = performance.now();
  const { passed, failed, output } = await work().catch((error) => ({
    passed: 0,
    failed: 1,
    output: error instanceof Failure ? `${error.message}\n` : `${error.stack}\n`,
  }));
  total.passed += passed;
  total.failed += failed;
  const many = passed + failed > 1 ? `, ${passed} passed${failed > 0 ? `, ${failed} failed` : ''}` : '';
  console.log(`${failed > 0 ? '✗' : '✓'} ${name}${many} (${duration((performance.now() - started) / 1000)})`);
  if (failed > 0) process.stdout.write(`\n${output.trimEnd()}\n\n`);
  return failed === 0;
}

const asResult = ({ code, output }) => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output });

/** Runs two checks at a time: they are short, independent and mostly single-threaded. */
async function runChecks() {
  const queue = [...checks];
  const worker = async () => {
    for (let check = queue.shift(); check !== undefined; check = queue.shift()) {
      const { name, run } = check;
      await step(name, async () => asResult(await run()));
    }
  };
  await Promise.all([worker(), worker()]);
}

async function runJourneysIfBuilt() {
  const built = await step('build', async () => {
    await ensureBuilt();
    return { passed: 1, failed: 0, output: '' };
  });
  const { runJourneys } = await import('./lib/suites.js');
  await step('journeys', async () => {
    if (!built) throw new Failure('Not run, because there is no build to run them on.');
    return runJourneys(filters);
  });
}

await main(async () => {
  await ensureInstalled();
  if (wants('checks')) await runChecks();
  if (wants('unit')) {
    const { runUnitTests } = await import('./lib/suites.js');
    await step('unit tests', () => runUnitTests(filters));
  }
  if (wants('e2e')) await runJourneysIfBuilt();
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
});
