import { availableParallelism, totalmem } from 'node:os';
import type { Promised, Proof } from './promises/promise.ts';
import type { Result } from './script.ts';

/** Result of the last full run of each script. */
export type LastRuns = Record<string, Omit<Result, 'name'> & { on: string }>;

export const figuresOf = ({ figures }: Pick<Result, 'figures'>): string =>
  Object.entries(figures)
    .map(([name, value]) => `${typeof value === 'number' ? value.toLocaleString('en') : value} ${name}`)
    .join(', ') || 'no figures';

/** One line for each promise covered by this run. */
export function summaryOf(promises: readonly Promised[], results: readonly Result[]): string {
  const lines = promises.flatMap(({ number, text, proofs }) => {
    const tried = results.filter(
      ({ name, promise }) =>
        isAbout(promise, number) || proofs.some((proof) => 'torture' in proof && proof.torture === name),
    );
    if (tried.length === 0) return [];
    const kept = tried.every(({ ok }) => ok);
    return `${kept ? '✓' : '✗'} ${number}. ${text} ${tried.map((result) => `[${result.name}: ${figuresOf(result)}]`).join(' ')}`;
  });
  const failed = results.filter(({ ok }) => !ok).map(({ name }) => name);
  const end = failed.length === 0 ? 'Every promise held.' : `Failed: ${failed.join(', ')}.`;
  return [...lines, '', end].join('\n');
}

const isAbout = (promise: string, number: string) => promise.split(/[\s,]+/).includes(number);

export function pageOf(promises: readonly Promised[], lastRuns: LastRuns): string {
  const dates = Object.values(lastRuns).map(({ on }) => on);
  const minutes = Object.values(lastRuns).reduce((sum, { seconds }) => sum + seconds, 0) / 60;
  return `# What we promise, and what proves it

Written by \`npm run torture\`${dates.length > 0 ? `, last on ${dates.toSorted().at(-1)}` : ''}; the list is in \`torture/runner/promises\`.

- Machine: ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB of memory
- Tests named by a path run in \`npm test\`; those in **bold** are scripts in \`torture/\`, and take ${Math.round(minutes)} minutes in all
- The figures of each script are listed under [Last runs of the scripts](#last-runs-of-the-scripts)
- *Broken by* names the defect that was planted for a moment to see the test fail

| promise | proof | broken by |
|---|---|---|
${promises.flatMap((promised) => rowsOf(promised, lastRuns)).join('\n')}

## Last runs of the scripts

| script | held | date | figures |
|---|---|---|---|
${scriptsOf(promises, lastRuns)
  .map((name) => lastRunOf(name, lastRuns[name]))
  .join('\n')}
`;
}

function rowsOf({ number, text, proofs }: Promised, lastRuns: LastRuns): string[] {
  const named = new Set(namesOf(proofs));
  const others = Object.entries(lastRuns)
    .filter(([name, { promise }]) => !named.has(name) && isAbout(promise, number))
    .map(([name]): Proof => ({ torture: name, broken: '' }));
  return [...proofs, ...others].map((proof, index) => {
    const promise = index === 0 ? `**${number}.** ${text}` : '';
    return row(promise, whereOf(proof), proof.broken || 'not noted yet');
  });
}

function whereOf(proof: Proof): string {
  if ('torture' in proof) return `**${proof.torture}**`;
  return `\`${proof.file}\`${proof.test === undefined ? '' : `: ${proof.test}`}`;
}

/** Names of the scripts that a promise names or that have run, each once, in alphabetical order. */
function scriptsOf(promises: readonly Promised[], lastRuns: LastRuns): string[] {
  const named = promises.flatMap(({ proofs }) => namesOf(proofs));
  return [...new Set([...named, ...Object.keys(lastRuns)])].toSorted();
}

const namesOf = (proofs: readonly Proof[]) =>
  proofs.flatMap((proof) => ('torture' in proof ? proof.torture : []));

function lastRunOf(name: string, last: LastRuns[string] | undefined): string {
  if (!last) return row(`**${name}**`, 'not run yet', '', '');
  return row(`**${name}**`, last.ok ? '✓' : '✗', last.on, figuresOf(last));
}

const row = (...cells: string[]) => `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;
