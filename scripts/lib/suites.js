import { mkdir, readFile, rm } from 'node:fs/promises';
import { findChromium } from './chromium.js';
import { at } from './paths.js';
import { runTool } from './tools.js';

/** Runs the tests that need no browser. Resolves to the numbers of passed and failed tests and the output. */
export function runUnitTests(filters = []) {
  return withReport('unit.json', async (report) => {
    const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...filters];
    const { output, code } = await runTool('vitest', args, { NODE_COMPILE_CACHE: at('.cache', 'compiled') });
    const count = ({ numPassedTests, numFailedTests, testResults }) => {
      const retried = testResults
        .flatMap(({ assertionResults }) => assertionResults)
        .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0);
      if (retried.length > 0) {
        console.log(`Needed a second try:\n${retried.map(({ fullName }) => `    ${fullName}`).join('\n')}`);
      }
      return [numPassedTests, numFailedTests];
    };
    return { output, code, count };
  });
}

/** Runs the journeys in a real browser. */
export function runJourneys(filters = []) {
  return withReport('journeys.json', async (report) => {
    const args = ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json', ...filters];
    const { output, code } = await runTool('playwright', args, {
      CHROMIUM_PATH: await findChromium(),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      // Playwright sets FORCE_COLOR for its workers, and Node warns about both being set.
      NO_COLOR: undefined,
      FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
    });
    const flaky = /^ +\d+ flaky\n(?: {4}.*\n?)+/m.exec(output)?.[0];
    if (flaky) console.log(`Needed a second try:\n${flaky}`);
    return { output, code, count: ({ stats }) => [stats.expected + stats.flaky, stats.unexpected] };
  });
}

/** A tool that fails without a failed test (a crash, no test found) counts as one failure. */
async function withReport(name, work) {
  const file = at('.cache', name);
  await mkdir(at('.cache'), { recursive: true });
  await rm(file, { force: true });
  const { output, code, count } = await work(file);
  const [passed, failed] = await readFile(file, 'utf8').then(
    (text) => count(JSON.parse(text)),
    () => [0, 0],
  );
  return { output, passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}
