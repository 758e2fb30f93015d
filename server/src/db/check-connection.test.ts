import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { checkConnection } from './check-connection.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

/** The error message for a changed address; undefined if it is accepted. */
async function refusal(change: (url: URL) => void): Promise<string | undefined> {
  const url = new URL(database.directUrl);
  change(url);
  return await checkConnection(url.href).then(
    () => undefined,
    (error: Error) => {
      expect(error.message).not.toContain(url.password);
      return error.message;
    },
  );
}

test('a database that can be used is taken', async () => {
  expect(await refusal(() => {})).toBeUndefined();
});

test('a wrong password is named, not repeated', async () => {
  const sentence = await refusal((url) => {
    url.password = 'not-the-password';
  });
  expect(sentence).toMatch(/^DATABASE_URL names a user or password that the server at .+ refuses\.$/);
});

test('a database that does not exist is named', async () => {
  const sentence = await refusal((url) => {
    url.pathname = '/nowhere';
  });
  expect(sentence).toMatch(/^DATABASE_URL names the database “nowhere”, which does not exist at .+\.$/);
});

test('a server that is not there, or is something else, is named', async () => {
  const otherServer = createServer((socket) => socket.resume().end('220 a mail server\r\n')).listen(
    0,
    '127.0.0.1',
  );
  await once(otherServer, 'listening');
  const address = otherServer.address() as { port: number };
  const elsewhere = (url: URL) => {
    url.hostname = '127.0.0.1';
    url.port = String(address.port);
  };
  expect(await refusal(elsewhere)).toMatch(/^DATABASE_URL names the server .+, which does not answer/);
  otherServer.close();
  await once(otherServer, 'close');
  expect(await refusal(elsewhere)).toMatch(/^DATABASE_URL names the server .+, which does not answer/);
});
