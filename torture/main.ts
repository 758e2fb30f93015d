import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { figuresOf, type LastRuns, pageOf, summaryOf } from './runner/page.ts';
import { promises } from './runner/promises.ts';
import { listScripts, type Result, runScript } from './runner/script.ts';

// Runs the torture scripts one after the other, reports which promises held, and writes docs/promises.md.

const { values: options } = parseArgs({
  options: {
    /** A short run of each script; its figures are not kept. */
    quick: { type: 'boolean', default: false },
    /** Names of scripts, separated by commas. */
    only: { type: 'string' },
    /** Only writes the page from the last figures. */
    page: { type: 'boolean', default: false },
  },
});
const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const pageFile = fileOf('../docs/promises.md');
const lastRunsFile = fileOf('runner/last-runs.json');

const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => ending.abort());

async function runAll(): Promise<Result[]> {
  const all = await listScripts();
  const wanted = options.only?.split(',') ?? all;
  const unknown = wanted.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}; there is ${all.join(', ')}.`);
  const results: Result[] = [];
  for (const name of wanted) {
    if (ending.signal.aborted) break;
    console.log(`${name}…`);
    const result = await runScript(name, options.quick ? ['--quick'] : [], ending.signal);
    console.log(`${result.ok ? '✓' : '✗'} ${name} (${result.seconds} s): ${figuresOf(result)}\n`);
    results.push(result);
  }
  return results;
}

async function readLastRuns(): Promise<LastRuns> {
  return JSON.parse(await readFile(lastRunsFile, 'utf8')) as LastRuns;
}

const results = options.page ? [] : await runAll();
const lastRuns = await readLastRuns();
if (!options.quick && !ending.signal.aborted) {
  const on = new Date().toISOString().slice(0, 10);
  for (const { name, ...found } of results) lastRuns[name] = { on, ...found };
  await writeFile(lastRunsFile, `${JSON.stringify(lastRuns, undefined, 2)}\n`);
  await writeFile(pageFile, pageOf(promises, lastRuns));
}
if (results.length > 0) console.log(summaryOf(promises, results));
process.exit(results.every(({ ok }) => ok) && !ending.signal.aborted ? 0 : 1);
