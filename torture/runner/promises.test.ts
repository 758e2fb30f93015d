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

test('a run is told by promise, with the figures of each script', () => {
  const result = {
    name: 'kill',
    promise: '1, 2',
    ok: false,
    figures: { cycles: 1_200, lost: 1 },
    seconds: 60,
  };
  expect(summaryOf([kept], [result]).split('\n')).toEqual([
    '✗ 1. It stays. [kill: 1,200 cycles, 1 lost]',
    '',
    'Failed: kill.',
  ]);
  const page = pageOf([kept], { kill: { ...result, on: '2026-01-02' } });
  expect(page).toContain(
    '| **1.** It stays. | **kill** | forgetting | ✗ 1,200 cycles, 1 lost (2026-01-02) |\n' +
      '|  | `a.test.ts`: it \\| stays | leaving |  |\n',
  );
});
