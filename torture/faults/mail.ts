import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { inWords } from '../support/bystanders.ts';
import { type Answer, ask } from '../support/client.ts';
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

const droppedAddress = 'mail-dropped@example.org';
const refusedAddress = 'mail-refused@example.org';

/** Longer than the first wait between two attempts, and the second. */
const arrivalMs = 90_000;

/** People sign up while mail is broken in every way. Returns at once; `arrived` waits for their letters. */
export async function breakMail(scene: Scene): Promise<{ faults: number; arrived(): Promise<void> }> {
  const { stage, product, ways } = scene;
  const addresses: string[] = [];
  // First, so that nobody else's letter meets it.
  await dropOne(scene);
  await refuseOne(scene);
  for (const fault of faults) {
    await ways.smtp.set(fault);
    const struck = ways.smtp.struck;
    const email = `mail-${fault.kind}@example.org`;
    const answer = await signUp(scene, email);
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
  return { faults: faults.length + 2, arrived: () => arrive(scene, addresses) };
}

function signUp({ product }: Scene, emailID: string): Promise<Answer | Error> {
  return ask(product.api, '/register', {
    method: 'POST',
    body: { firstName: 'Waiting', lastName: 'Person', emailID, password: 'a lamp in the study' },
  }).catch((error: Error) => error);
}

const lettersTo = ({ smtp }: Scene, address: string) =>
  smtp.letters.filter(({ to }) => [to].flat().some((list) => list?.text === address));

/** A mail server that takes a letter and is gone before it says so; nobody can know, so it comes again. */
async function dropOne(scene: Scene): Promise<void> {
  const { stage, smtp } = scene;
  smtp.mood = 'drop';
  const answer = await signUp(scene, droppedAddress);
  const isWell = !(answer instanceof Error) && answer.status === 200;
  stage.check(isWell, `mail dropped: signing up had ${inWords(answer)}`);
  const deadline = performance.now() + 10_000;
  while (lettersTo(scene, droppedAddress).length === 0 && performance.now() < deadline) await sleep(50);
  smtp.mood = 'accept';
  console.log(`mail dropped: signing up had ${inWords(answer)}`);
}

/** A sign-up that comes to nothing in its very last step. */
async function refuseOne(scene: Scene): Promise<void> {
  const { stage, dataDir } = scene;
  await withDatabase(dataDir, async (db) => {
    await db.query(sql`
      create function refuse() returns trigger language plpgsql as 'begin raise exception ''not today''; end'`);
    await db.query(sql`
      create constraint trigger refuse after insert on users deferrable initially deferred
      for each row when (new.email like 'mail-refused@%') execute function refuse()`);
  });
  const answer = await signUp(scene, refusedAddress);
  const isRefused = !(answer instanceof Error) && answer.status >= 500;
  stage.check(isRefused, `mail refused: signing up had ${inWords(answer)}`);
  await withDatabase(dataDir, async (db) => {
    await db.query(sql`drop trigger refuse on users`);
    await db.query(sql`drop function refuse()`);
  });
  console.log(`mail refused: signing up had ${inWords(answer)}`);
}

async function arrive(scene: Scene, addresses: string[]): Promise<void> {
  const { stage, dataDir } = scene;
  const everybody = [...addresses, droppedAddress];
  const waiting = () =>
    withDatabase(dataDir, (db) =>
      db.query(
        sql`select recipient from mail_outbox where recipient = any(${everybody}) and state <> 'sent'`,
      ),
    );
  const deadline = performance.now() + arrivalMs;
  while ((await waiting()).length > 0 && performance.now() < deadline) await sleep(500);
  for (const address of addresses) {
    const copies = lettersTo(scene, address).length;
    stage.check(copies === 1, `${address} has ${copies} letters`);
  }
  const copies = lettersTo(scene, droppedAddress).map(({ messageId }) => messageId);
  stage.check(copies.length === 2, `${droppedAddress} has ${copies.length} letters`);
  stage.check(
    new Set(copies).size === 1,
    `${droppedAddress} cannot tell that ${copies.join(' and ')} are one`,
  );
  const refused = lettersTo(scene, refusedAddress).length;
  stage.check(refused === 0, `${refusedAddress} never signed up and has ${refused} letters`);
  console.log(`mail: ${addresses.length} letters arrived, each once`);
}
