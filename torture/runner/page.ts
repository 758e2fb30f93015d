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
- *Broken by* names the defect that was planted for a moment to see the test fail

| promise | proof | broken by | last figures |
|---|---|---|---|
${promises.flatMap((promised) => rowsOf(promised, lastRuns)).join('\n')}
`;
}

function rowsOf({ number, text, proofs }: Promised, lastRuns: LastRuns): string[] {
  const named = new Set(proofs.flatMap((proof) => ('torture' in proof ? proof.torture : [])));
  const others = Object.entries(lastRuns)
    .filter(([name, { promise }]) => !named.has(name) && isAbout(promise, number))
    .map(([name]): Proof => ({ torture: name, broken: '' }));
  return [...proofs, ...others].map((proof, index) => {
    const promise = index === 0 ? `**${number}.** ${text}` : '';
    return `| ${[promise, whereOf(proof), proof.broken || 'not noted yet', lastOf(proof, lastRuns)].map(cell).join(' | ')} |`;
  });
}

function whereOf(proof: Proof): string {
  if ('torture' in proof) return `**${proof.torture}**`;
  return `\`${proof.file}\`${proof.test === undefined ? '' : `: ${proof.test}`}`;
}

function lastOf(proof: Proof, lastRuns: LastRuns): string {
  if (!('torture' in proof)) return '';
  const last = lastRuns[proof.torture];
  return last ? `${last.ok ? '✓' : '✗'} ${figuresOf(last)} (${last.on})` : 'not run yet';
}

const cell = (text: string) => text.replaceAll('|', '\\|');
