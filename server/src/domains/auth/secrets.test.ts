import { setTimeout as sleep } from 'node:timers/promises';
import type { SignedIn } from '@gyan/contract/auth.ts';
import type { AnswerOf } from '@gyan/contract/calls.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '#app.ts';
import { closeDeps, createLog, type Deps, openDeps } from '#deps.ts';
import { newToken } from '#lib/tokens.ts';
import { startApp } from '#test/app.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { startSmtp, type TestSmtp } from '#test/smtp.ts';
import { holding } from '#test/spellings.ts';
import { startJobs } from '#worker.ts';

/** Runs through the life of an account and records everything stored and logged. */
const logged: string[] = [];
const secrets: string[] = [];
let database: TestDatabase;
let smtp: TestSmtp;
let deps: Deps;

beforeAll(async () => {
  const template = await startApp();
  smtp = await startSmtp();
  database = await createTestDatabase();
  const config = {
    ...template.deps.config,
    smtpUrl: smtp.url,
    publicUrl: 'https://gyan.example',
    databaseDirectUrl: undefined,
  };
  await template.close();
  deps = await openDeps(config, database.directUrl);
  deps.log = createLog({ logLevel: 'trace' }, { write: (line: string) => void logged.push(line) });
  const app = await buildApp(deps, { pages: false });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const jobs = await startJobs(deps);

  const send = async (method: string, path: string, body: object, token?: string): Promise<unknown> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const session = async (method: string, path: string, body: object, token?: string) => {
    const { authToken } = (await send(method, path, body, token)) as SignedIn;
    expect(authToken).toBeTruthy();
    secrets.push(authToken);
    return authToken;
  };
  const linkOf = async (count: number) => {
    const emails = await smtp.received(count);
    const token = /[?&](?:rt|rpt)=([\w-]+)/.exec(emails[count - 1]?.text ?? '')?.[1] ?? '';
    expect(token).not.toBe('');
    secrets.push(token);
    return token;
  };

  const emailId = 'whole-life@example.org';
  const passwords = ['first secret word', 'second secret word', 'third secret word', 'a wrong guess'];
  secrets.push(...passwords);
  await send('POST', '/register', {
    firstName: 'W',
    lastName: 'L',
    emailID: emailId,
    password: passwords[0],
  });
  const regToken = await linkOf(1);
  await session('POST', '/login', { emailId, password: passwords[0] });
  await session('POST', '/ve', { regToken });
  await send('POST', '/login', { emailId, password: passwords[3] });
  await send('PUT', '/resetpasswordreq', { emailId });
  const reqToken = await linkOf(2);
  const token = await session('PUT', '/resetpassword', { reqToken, password: passwords[1] });
  await send('PUT', '/r/updateuserpasswd', { passwd: passwords[2], currentPasswd: passwords[1] }, token);
  const created = (await send(
    'POST',
    '/r/tokens',
    { name: 'A script', scope: 'read', currentPasswd: passwords[2] },
    token,
  )) as AnswerOf<'POST /r/tokens'>;
  secrets.push(created.token, created.token.slice(5));
  await send('POST', '/r/tokens', { name: 'B', scope: 'read' }, created.token);
  await send('POST', '/glogin', { googleJWT: 'a.secret-identity.token' });
  await smtp.received(4);
  for (;;) {
    const waiting = await deps.db.query(sql`select 1 from mail_outbox where state = 'waiting'`);
    if (waiting.length === 0) break;
    await sleep(20);
  }
  // An open reset whose e-mail is sent.
  await send('PUT', '/resetpasswordreq', { emailId });
  await linkOf(5);
  await jobs.stop();
  await app.close();
});
afterAll(async () => {
  await closeDeps(deps);
  await database.drop();
  await smtp.stop();
});

/** All rows of all tables as text: JSON as it is, bytes in hex. */
async function everyRow(): Promise<string[]> {
  const tables = await deps.db.query<{ name: string }>(sql`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
  expect(tables.length).toBeGreaterThan(10);
  const stored: string[] = [];
  for (const { name } of tables) {
    const { rows } = await deps.db.pool.query<{ row: string }>(`select t::text as row from ${name} as t`);
    stored.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return stored;
}

it('keeps no token and no password in any column', async () => {
  const stored = await everyRow();
  expect(stored.some((row) => row.includes('whole-life@example.org'))).toBe(true);
  for (const secret of secrets) expect(holding(stored, secret)).toEqual([]);
});

it('writes no token, password or address of a person into the log', () => {
  expect(logged.some((line) => line.includes('/api/v1/login'))).toBe(true);
  for (const secret of [...secrets, 'secret-identity', 'whole-life']) {
    expect(holding(logged, secret)).toEqual([]);
  }
});

it('would find a secret in a row or a line however it is spelled', async () => {
  const { db } = deps;
  const lines: string[] = [];
  const log = createLog({ logLevel: 'info' }, { write: (line: string) => void lines.push(line) });
  await db.query(sql`create table planted (way text, words text, bytes bytea, doc json, docb jsonb)`);
  for (const secret of ['first secret word', newToken()]) {
    const kinds = [Buffer.from(secret), Buffer.from(`Bearer ${secret}.`), Buffer.from(secret, 'base64url')];
    const all = secret.includes(' ') ? kinds.slice(0, 2) : kinds;
    const texts = [secret, encodeURIComponent(secret), ...all.flatMap(written)];
    for (const text of texts) {
      const doc = JSON.stringify({ deep: [{ text }] });
      await db.query(sql`insert into planted values ('words', ${text}), ('words', ${`<p>${text}</p>`})`);
      await db.query(sql`insert into planted (way, doc) values ('json', ${doc})`);
      await db.query(sql`insert into planted (way, docb) values ('jsonb', ${doc})`);
    }
    for (const bytes of all) {
      const doc = JSON.stringify({ bytes });
      await db.query(sql`insert into planted (way, bytes) values ('bytes', ${bytes})`);
      await db.query(sql`insert into planted (way, doc) values ('numbers', ${doc})`);
      await db.query(sql`insert into planted (way, docb) values ('numbers', ${doc})`);
      log.info({ bytes: [...bytes] }, 'planted');
    }
    for (const text of texts) log.info({ headers: { text } }, `planted ${text}`);
    const rows = (await everyRow()).filter((row) => row.startsWith('public.planted '));
    expect(rows.filter((row) => !holding([row], secret).length)).toEqual([]);
    expect(lines.filter((line) => !holding([line], secret).length)).toEqual([]);
    expect(rows.length + lines.length).toBeGreaterThan(40);
    expect(holding(rows, newToken())).toEqual([]);
    await db.query(sql`truncate planted`);
    lines.length = 0;
  }
  await db.query(sql`drop table planted`);
});

function written(bytes: Buffer): string[] {
  const long = Buffer.concat([Buffer.alloc(50, 'x'), bytes, Buffer.alloc(50, 'x')]).toString('base64');
  return [
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    // Line breaks as PostgreSQL and e-mails insert them.
    long.replace(/.{76}/g, '$&\n'),
  ];
}
