import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { inWords } from '../support/bystanders.ts';
import { ask } from '../support/client.ts';
import { withDatabase } from '../support/database.ts';
import type { Fault } from '../support/fault-proxy.ts';
import type { Scene } from './scene.ts';

const faults: Fault[] = [
  { kind: 'down' },
  { kind: 'reset' },
  { kind: 'cut' },
  { kind: 'swallow' },
  { kind: 'delay', ms: 200 },
  { kind: 'drip', ms: 2 },
];

/** Longer than the first wait between two attempts, and the second. */
const arrivalMs = 90_000;

/** People sign up while mail is broken in every way. Returns at once; `arrived` waits for their letters. */
export async function breakMail(scene: Scene): Promise<{ faults: number; arrived(): Promise<void> }> {
  const { stage, product, ways } = scene;
  const addresses: string[] = [];
  for (const fault of faults) {
    await ways.smtp.set(fault);
    const struck = ways.smtp.struck;
    const email = `mail-${fault.kind}@example.org`;
    const answer = await ask(product.api, '/register', {
      method: 'POST',
      body: { firstName: 'Waiting', lastName: 'Person', emailID: email, password: 'a lamp in the study' },
    }).catch((error: Error) => error);
    const isWell = !(answer instanceof Error) && answer.status === 200 && answer.ms < 3_000;
    stage.check(isWell, `mail ${fault.kind}: signing up had ${inWords(answer)}`);
    addresses.push(email);
    // Until the letter has met its fate.
    const deadline = performance.now() + 3_000;
    while (ways.smtp.struck === struck && fault.kind !== 'down' && performance.now() < deadline)
      await sleep(50);
    if (fault.kind !== 'down')
      stage.check(ways.smtp.struck > struck, `mail ${fault.kind}: no letter was on its way`);
    else await sleep(500);
    const ready = await ask(product.url, '/readyz').catch(() => undefined);
    stage.check(ready?.status === 200, `mail ${fault.kind}: readiness said no`);
    console.log(`mail ${fault.kind}: signing up had ${inWords(answer)}`);
  }
  await ways.smtp.set({ kind: 'none' });
  return { faults: faults.length, arrived: () => arrive(scene, addresses) };
}

async function arrive({ stage, smtp, dataDir }: Scene, addresses: string[]): Promise<void> {
  const waiting = () =>
    withDatabase(dataDir, (db) =>
      db.query(
        sql`select recipient from mail_outbox where recipient = any(${addresses}) and state <> 'sent'`,
      ),
    );
  const deadline = performance.now() + arrivalMs;
  while ((await waiting()).length > 0 && performance.now() < deadline) await sleep(500);
  for (const address of addresses) {
    const copies = smtp.letters.filter(({ to }) => [to].flat().some((list) => list?.text === address)).length;
    stage.check(copies === 1, `${address} has ${copies} letters`);
  }
  console.log(`mail: ${addresses.length} letters arrived, each once`);
}
