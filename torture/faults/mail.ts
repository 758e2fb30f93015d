import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { type ApiResponse, sendRequest } from '../support/client.ts';
import { withDatabase } from '../support/database.ts';
import type { Fault } from '../support/fault-proxy.ts';
import { describeResponse } from '../support/probe.ts';
import type { FaultEnvironment } from './environment.ts';

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

/** Longer than the first two retry delays. */
const arrivalMs = 90_000;

/** Signs users up during each mail fault. Returns at once; `verifyArrived` waits for the e-mails. */
export async function breakMail(
  environment: FaultEnvironment,
): Promise<{ faults: number; verifyArrived(): Promise<void> }> {
  const { context, product, proxies } = environment;
  const addresses: string[] = [];
  // First, so that no other e-mail is affected.
  await dropConfirmation(environment);
  await rollBackSignUp(environment);
  for (const fault of faults) {
    await proxies.smtp.set(fault);
    const struck = proxies.smtp.struck;
    const email = `mail-${fault.kind}@example.org`;
    const response = await signUp(environment, email);
    const isOk = !(response instanceof Error) && response.status === 200 && response.ms < 3_000;
    context.check(isOk, `mail ${fault.kind}: signing up had ${describeResponse(response)}`);
    addresses.push(email);
    // Until the e-mail has hit the fault.
    const deadline = performance.now() + 3_000;
    while (proxies.smtp.struck === struck && fault.kind !== 'down' && performance.now() < deadline)
      await sleep(50);
    if (fault.kind !== 'down')
      context.check(proxies.smtp.struck > struck, `mail ${fault.kind}: no e-mail was sent`);
    else await sleep(500);
    const ready = await sendRequest(product.url, '/readyz').catch(() => undefined);
    context.check(ready?.status === 200, `mail ${fault.kind}: readiness said no`);
    console.log(`mail ${fault.kind}: signing up had ${describeResponse(response)}`);
  }
  await proxies.smtp.set({ kind: 'none' });
  return { faults: faults.length + 2, verifyArrived: () => verifyArrived(environment, addresses) };
}

function signUp({ product }: FaultEnvironment, emailID: string): Promise<ApiResponse | Error> {
  return sendRequest(product.api, '/register', {
    method: 'POST',
    body: { firstName: 'Waiting', lastName: 'Person', emailID, password: 'a lamp in the study' },
  }).catch((error: Error) => error);
}

const emailsTo = ({ smtp }: FaultEnvironment, address: string) =>
  smtp.emails.filter(({ to }) => [to].flat().some((list) => list?.text === address));

/** The mail server takes an e-mail and drops the connection before confirming, so the e-mail is sent again. */
async function dropConfirmation(environment: FaultEnvironment): Promise<void> {
  const { context, smtp } = environment;
  smtp.mode = 'drop';
  const response = await signUp(environment, droppedAddress);
  const isOk = !(response instanceof Error) && response.status === 200;
  context.check(isOk, `mail dropped: signing up had ${describeResponse(response)}`);
  const deadline = performance.now() + 10_000;
  while (emailsTo(environment, droppedAddress).length === 0 && performance.now() < deadline) await sleep(50);
  smtp.mode = 'accept';
  console.log(`mail dropped: signing up had ${describeResponse(response)}`);
}

/** Makes a sign-up fail at commit, by a deferred constraint trigger. */
async function rollBackSignUp(environment: FaultEnvironment): Promise<void> {
  const { context, dataDir } = environment;
  await withDatabase(dataDir, async (db) => {
    await db.query(sql`
      create function refuse() returns trigger language plpgsql as 'begin raise exception ''not today''; end'`);
    await db.query(sql`
      create constraint trigger refuse after insert on users deferrable initially deferred
      for each row when (new.email like 'mail-refused@%') execute function refuse()`);
  });
  const response = await signUp(environment, refusedAddress);
  const isRefused = !(response instanceof Error) && response.status >= 500;
  context.check(isRefused, `mail refused: signing up had ${describeResponse(response)}`);
  await withDatabase(dataDir, async (db) => {
    await db.query(sql`drop trigger refuse on users`);
    await db.query(sql`drop function refuse()`);
  });
  console.log(`mail refused: signing up had ${describeResponse(response)}`);
}

async function verifyArrived(environment: FaultEnvironment, addresses: string[]): Promise<void> {
  const { context, dataDir } = environment;
  const recipients = [...addresses, droppedAddress];
  const listUnsent = () =>
    withDatabase(dataDir, (db) =>
      db.query(
        sql`select recipient from mail_outbox where recipient = any(${recipients}) and state <> 'sent'`,
      ),
    );
  const deadline = performance.now() + arrivalMs;
  while ((await listUnsent()).length > 0 && performance.now() < deadline) await sleep(500);
  for (const address of addresses) {
    const received = emailsTo(environment, address).length;
    context.check(received === 1, `${address} has ${received} e-mails`);
  }
  const received = emailsTo(environment, droppedAddress).map(({ messageId }) => messageId);
  context.check(received.length === 2, `${droppedAddress} has ${received.length} e-mails`);
  context.check(
    new Set(received).size === 1,
    `${droppedAddress} cannot tell that ${received.join(' and ')} are one`,
  );
  const refused = emailsTo(environment, refusedAddress).length;
  context.check(refused === 0, `${refusedAddress} has no account and has ${refused} e-mails`);
  console.log(`mail: ${addresses.length} e-mails arrived, each once`);
}
