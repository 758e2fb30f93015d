import { expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import { startExternalServices } from '#test/fuzz/external-services.ts';
import { fuzz } from '#test/fuzz/fuzzer.ts';
import { brokenInvariants } from '#test/invariants.ts';

it('whatever is asked, every answer is one the published document describes, and none is our fault', async () => {
  const externalServices = await startExternalServices();
  const gyan = await startApp(externalServices.config);
  try {
    // A fixed seed; `torture/fuzz.ts` runs longer with a random one.
    const { findings, requests } = await fuzz(gyan, { seed: 1, requests: 1_000 });
    expect(findings).toEqual([]);
    expect(requests).toBeGreaterThanOrEqual(1_000);
    expect(await brokenInvariants(gyan.db)).toEqual([]);
  } finally {
    await gyan.close();
    await externalServices.stop();
  }
}, 120_000);
