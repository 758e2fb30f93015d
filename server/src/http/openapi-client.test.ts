import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { AnswerOf } from '@gyan/contract/calls.ts';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));
const password = 'a good long secret';

let gyan: TestApp;
let document: string;
beforeAll(async () => {
  gyan = await startApp({ publicUrl: 'https://gyan.test' });
  document = (await gyan.request('/openapi.json')).text;
});
afterAll(() => gyan.close());

describe('the OpenAPI document', () => {
  it('passes the recommended rules of Redocly', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const found = await lintFromString({ source: document, absoluteRef: 'openapi.json', config });
    const sentences = found.map(
      ({ severity, ruleId, message, location }) =>
        `${severity} ${ruleId}: ${message} (${location.map(({ pointer }) => pointer).join(', ')})`,
    );
    expect(sentences).toEqual([]);
  });

  it('names the licence, this site, and each call once', () => {
    const { info, servers, paths } = JSON.parse(document);
    expect([info.license.name, servers[0].url]).toEqual(['MIT', 'https://gyan.test']);
    const operations = Object.values<Record<string, { operationId: string }>>(paths).flatMap(Object.values);
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('getPost');
    expect(ids).toContain('getPublicPost');
    expect(ids).toContain('putLinkChapterPost');
  });
});

/** As others would write it, on nothing but the generated types. */
const client = `
import type { paths } from './schema.d.ts';

type Method = 'get' | 'post';
type Operation<P extends keyof paths, M extends Method> = paths[P] extends Record<M, infer O> ? O : never;
type Answer<O> = O extends { responses: { 200: { content: { 'application/json': infer A } } } } ? A : never;
type Body<O> = O extends { requestBody: { content: infer C } } ? C[keyof C] : never;

const [base, email = '', password = ''] = process.argv.slice(2);

async function send<M extends Method, P extends keyof paths>(
  method: M,
  path: P,
  { token, ...body }: { token?: string; json?: Body<Operation<P, M>>; form?: Body<Operation<P, M>> },
): Promise<Answer<Operation<P, M>>> {
  const headers = new Headers(token === undefined ? {} : { authorization: 'Bearer ' + token });
  const request: RequestInit = { method, headers };
  if (body.json !== undefined) {
    headers.set('content-type', 'application/json');
    request.body = JSON.stringify(body.json);
  } else if (body.form !== undefined) {
    const fields = new FormData();
    for (const [name, value] of Object.entries(body.form)) fields.set(name, String(value));
    request.body = fields;
  }
  const response = await fetch(base + path, request);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Answer<Operation<P, M>>;
}

const session = await send('post', '/api/v1/login', { json: { emailId: email, password } });
if (!('authToken' in session)) throw new Error('A second factor is needed.');
const { authToken: token, userModel } = session;
const { feedItemModel } = await send('post', '/api/v1/r/post', {
  token,
  form: { title: 'Made by a client', statusText: 'From the types alone.' },
});
const { postModelVec } = await send('get', '/api/v1/r/posts', { token });
const title: string = feedItemModel.postModel.title ?? '';
const cards = postModelVec.map((card) => card.title);
console.log(JSON.stringify({ userId: userModel.userId, title, cards }));
// @ts-expect-error -- no such call
void send('get', '/api/v1/nowhere', {}).catch(() => {});
`;

it('a client generated from the document compiles, signs in, posts and reads', async () => {
  const folder = await mkdtemp(join(root, 'server/test/generated-'));
  try {
    await writeFile(join(folder, 'schema.d.ts'), astToString(await openapiTypescript(document)));
    await writeFile(join(folder, 'client.ts'), client);
    const tsconfig = {
      extends: '../../../tsconfig.base.json',
      compilerOptions: { noEmit: true, skipLibCheck: false, types: ['node'] },
      files: ['client.ts'],
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
    await run(process.execPath, [join(root, 'node_modules/@typescript/native/bin/tsc'), '-p', folder]).catch(
      (error: { stdout: string }) => expect.fail(error.stdout),
    );
    const email = 'client@example.org';
    const { userId } = await gyan.signedIn({ email, password, role: 'kCreator' });
    const { stdout } = await run(process.execPath, [join(folder, 'client.ts'), gyan.url, email, password]);
    expect(JSON.parse(stdout)).toEqual({ userId, title: 'Made by a client', cards: ['Made by a client'] });
  } finally {
    await rm(folder, { recursive: true });
  }
}, 60_000);

describe('the guide', () => {
  const fence = /```sh\n(.*?)```/gs;
  let examples: string[];
  let guide: string;
  beforeAll(async () => {
    guide = await readFile(join(root, 'docs/api.md'), 'utf8');
    examples = [...guide.matchAll(fence)].map(([, script = '']) => script);
  });

  it('is part of the reference, with the address of this site', () => {
    const { info } = JSON.parse(document);
    expect(info.description).toContain('## API tokens');
    expect(info.description).toContain('curl -fsS https://gyan.test/api/v1/r/user');
    expect(info.description).not.toContain('gyan.example');
  });

  it('has three examples, which do what they say', async () => {
    expect(examples).toHaveLength(3);
    const { userId, token: session } = await gyan.signedIn({ role: 'kCreator' });
    const body = { name: 'The guide', scope: 'write' };
    const created = await gyan.request('/r/tokens', { method: 'POST', token: session, body });
    const { token }: AnswerOf<'POST /r/tokens'> = created.body;
    const runExample = async (index: number) => {
      const script = (examples[index] ?? '')
        .replaceAll('https://gyan.example', gyan.url)
        .replace('limit=50', 'limit=1');
      const { stdout } = await run('sh', ['-c', script], { env: { ...process.env, GYAN_TOKEN: token } });
      return stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    };

    const [me] = await runExample(0);
    expect(me).toMatchObject({ userModel: { userId } });
    const [post] = await runExample(1);
    expect(post).toMatchObject({
      feedItemModel: { postModel: { title: 'Why the sky is blue', visibility: 'draft' } },
    });
    // Sent again with the same key it is the same card.
    expect((await runExample(1))[0]).toEqual(post);
    for (const title of ['One', 'Two']) {
      await gyan.request('/r/post', { method: 'POST', token, form: { title, statusText: 'More' } });
    }
    const pages: AnswerOf<'GET /r/posts'>[] = await runExample(2);
    expect(pages.flatMap(({ postModelVec }) => postModelVec.map(({ title }) => title))).toEqual([
      'Two',
      'One',
    ]);
  });
});
