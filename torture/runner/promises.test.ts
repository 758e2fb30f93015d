import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { pageOf, summaryOf } from './page.ts';
import type { Promised } from './promises/promise.ts';
import { promises } from './promises.ts';
import { listScripts } from './script.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

test('every proof that is named is there', async () => {
  const missing: string[] = [];
  for (const proof of promises.flatMap(({ proofs }) => proofs)) {
    if ('torture' in proof) continue;
    const text = await readFile(`${root}${proof.file}`, 'utf8').catch(() => undefined);
    if (text === undefined || !text.includes(proof.test ?? '')) missing.push(`${proof.file}: ${proof.test}`);
  }
  expect(missing).toEqual([]);
});

test('every proof has been seen to fail', () => {
  expect(promises.flatMap(({ proofs }) => proofs.filter(({ broken }) => broken === ''))).toEqual([]);
});

test('every script proves a promise, and is there', async () => {
  const named = promises.flatMap(({ proofs }) =>
    proofs.flatMap((proof) => ('torture' in proof ? proof.torture : [])),
  );
  expect([...new Set(named)].toSorted()).toEqual(await listScripts());
});

const kept: Promised = {
  number: '1',
  text: 'It stays.',
  proofs: [
    { torture: 'kill', broken: 'forgetting' },
    { file: 'a.test.ts', test: 'it | stays', broken: 'leaving' },
  ],
};

const failedRun = { promise: '1, 2', ok: false, figures: { cycles: 1_200, lost: 1 }, seconds: 60 };

test('a run is told by promise, with the figures of each script', () => {
  expect(summaryOf([kept], [{ name: 'kill', ...failedRun }]).split('\n')).toEqual([
    '✗ 1. It stays. [kill: 1,200 cycles, 1 lost]',
    '',
    'Failed: kill.',
  ]);
});

test('the page lists each promise with its proofs, and each script once with its last run', () => {
  const again: Promised = {
    number: '2',
    text: 'It stays once.',
    proofs: [
      { torture: 'kill', broken: 'writing twice' },
      { torture: 'races', broken: 'not locking' },
    ],
  };
  const page = pageOf([kept, again], {
    soak: { promise: '2', ok: true, figures: { 'a|b': 3 }, seconds: 120, on: '2026-01-03' },
    kill: { ...failedRun, on: '2026-01-02' },
  });
  expect(page).toContain('last on 2026-01-03;');
  expect(page).toContain('take 3 minutes in all\n');
  expect(page.slice(page.indexOf('| promise |'))).toBe(`| promise | proof | broken by |
|---|---|---|
| **1.** It stays. | **kill** | forgetting |
|  | \`a.test.ts\`: it \\| stays | leaving |
| **2.** It stays once. | **kill** | writing twice |
|  | **races** | not locking |
|  | **soak** | not noted yet |

## Last runs of the scripts

| script | held | date | figures |
|---|---|---|---|
| **kill** | ✗ | 2026-01-02 | 1,200 cycles, 1 lost |
| **races** | not run yet |  |  |
| **soak** | ✓ | 2026-01-03 | 3 a\\|b |
`);
});
