import { once } from 'node:events';
import { connect } from 'node:net';
import { Problem } from '@gyan/contract/errors.ts';
import fc from 'fast-check';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { installMultipartBodies, isDeeperThan, readForm } from './bodies.ts';

describe('a request that cannot be accepted', () => {
  let gyan: TestApp;
  beforeAll(async () => {
    gyan = await startApp();
  });
  afterAll(() => gyan.close());

  const login = async (body: string, type = 'application/json') => {
    const answer = await gyan.request('/login', { method: 'POST', body, headers: { 'content-type': type } });
    const problem = Problem.parse(answer.body);
    expect(problem.status).toBe(answer.status);
    return problem;
  };

  it('is told every wrong field at once, in the words of the form', async () => {
    expect(await login('{"emailId": "nobody", "password": "123"}')).toMatchObject({
      status: 400,
      code: 'invalid_input',
      fields: [
        { field: 'emailId', message: 'Invalid email address' },
        { field: 'password', message: 'Password should be atleast 6 characters' },
      ],
    });
  });

  it('gets the same messages when the body is empty', async () => {
    expect((await login('')).fields?.map((field) => field.field)).toEqual(['emailId', 'password']);
  });

  it('is refused for broken JSON, wrong types and deep nesting', async () => {
    expect(await login('{"emailId":')).toMatchObject({ status: 400, code: 'invalid_input' });
    expect(await login('{"emailId": 5, "password": {}}')).toMatchObject({
      status: 400,
      code: 'invalid_input',
    });
    const deep = `${'{"a":'.repeat(21)}1${'}'.repeat(21)}`;
    expect(await login(deep)).toMatchObject({ status: 400, detail: 'This request is nested too deeply.' });
  });

  it('is refused when its JSON is not UTF-8', async () => {
    const send = (bytes: Buffer) =>
      gyan.request('/feedback', {
        method: 'POST',
        body: bytes,
        headers: { 'content-type': 'application/json' },
      });
    const json = (text: Buffer) => Buffer.concat([Buffer.from('{"feedback":"'), text, Buffer.from('"}')]);
    expect((await send(json(Buffer.from('naïve 👍')))).status).toBe(200);
    for (const hex of ['ff', 'c3', 'c0af', 'eda080', 'f4908080', 'e282']) {
      expect((await send(json(Buffer.from(hex, 'hex')))).body, hex).toMatchObject({
        status: 400,
        code: 'invalid_input',
        detail: 'This request is not valid UTF-8.',
      });
    }
  });

  it('is refused when a field of its form is not UTF-8', async () => {
    const { token } = await gyan.signedIn({ role: 'kCreator' });
    const send = (title: Buffer, type = '') => {
      const field = (name: string, more = '') =>
        `--x\r\nContent-Disposition: form-data; name="${name}"\r\n${more}\r\n`;
      const body = Buffer.concat([
        Buffer.from(`${field('statusText')}Why the sky is blue\r\n${field('title', type)}`),
        title,
        Buffer.from('\r\n--x--\r\n'),
      ]);
      const headers = { 'content-type': 'multipart/form-data; boundary=x' };
      return gyan.request('/r/post', { method: 'POST', token, body, headers });
    };
    expect((await send(Buffer.from('Bleu clair, عربي 👍'))).body).toMatchObject({
      feedItemModel: { postModel: { title: 'Bleu clair, عربي 👍' } },
    });
    for (const type of ['', 'Content-Type: text/plain; charset=iso-8859-1\r\n']) {
      expect((await send(Buffer.from('caf\xe9', 'latin1'), type)).body).toMatchObject({
        status: 400,
        code: 'invalid_input',
        detail: 'This request is not valid UTF-8.',
      });
    }
  });

  it.each(['/api/v1/searchfeed?q=%FF', '/api/v1/searchfeed?q=a%C3', '/psl?q=%ED%A0%80'])(
    'is refused when its query is not UTF-8: %s',
    async (path) => {
      const response = await fetch(`${gyan.url}${path}`);
      expect(Problem.parse(await response.json())).toMatchObject({ status: 400, code: 'invalid_input' });
    },
  );

  it('may have any UTF-8, and a lone percent sign, in its query', async () => {
    for (const q of ['%F0%9F%91%8D', 'na%C3%AFve', '100%', '%25FF']) {
      expect((await gyan.request(`/searchfeed?q=${q}`)).status, q).toBe(200);
    }
  });

  it('is refused when a text in its form is larger than any text can be', async () => {
    const { token } = await gyan.signedIn({ role: 'kCreator' });
    const form = { title: 'a '.repeat(100_000), statusText: 'x' };
    expect((await gyan.request('/r/post', { method: 'POST', token, form })).body).toMatchObject({
      status: 413,
      code: 'too_large',
    });
  });

  it('is refused when it is too large or of another media type', async () => {
    expect(await login(JSON.stringify({ emailId: 'x'.repeat(70_000) }))).toMatchObject({
      status: 413,
      code: 'too_large',
    });
    expect(await login('emailId=a', 'application/x-www-form-urlencoded')).toMatchObject({ status: 415 });
    expect(await login('{}', 'text/plain')).toMatchObject({ status: 415, code: 'unsupported_media_type' });
    const form = await gyan.request('/login', {
      method: 'POST',
      form: { emailId: 'a@b.co', password: 'secret1' },
    });
    expect(form.status).toBe(415);
  });

  it('is refused when its form ends too early or cannot be taken apart', async () => {
    const { token } = await gyan.signedIn();
    const photo = (body: string, type = 'multipart/form-data; boundary=x') =>
      gyan.request('/r/updateuserphoto', { method: 'PUT', token, body, headers: { 'content-type': type } });
    const part = '--x\r\nContent-Disposition: form-data; name="photoBase64"\r\n\r\nabc';
    for (const body of [part, `${part}\r\n`, '--x', '', 'nothing of the kind']) {
      expect((await photo(body)).body, body).toMatchObject({ status: 400, code: 'invalid_input' });
    }
    const boundless = await photo(`${part}\r\n--x--\r\n`, 'multipart/form-data');
    expect(boundless.body).toMatchObject({ status: 400, code: 'invalid_input' });
  });

  it('is refused when its address or its headers are too long', async () => {
    expect((await gyan.request(`/posts?limit=${'1'.repeat(9_000)}`)).status).toBe(414);
    expect((await gyan.request('/posts', { headers: { 'x-long': 'x'.repeat(20_000) } })).status).toBe(431);
  });

  it('is told that a picture travels as text when it comes as a file', async () => {
    const { token } = await gyan.signedIn();
    const form = new FormData();
    form.set('photoBase64', new Blob(['GIF89a']), 'face.gif');
    const response = await fetch(`${gyan.url}/api/v1/r/updateuserphoto`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    expect(Problem.parse(await response.json())).toMatchObject({
      status: 400,
      detail: 'photoBase64 must be a text field, not a file.',
    });
  });

  it('is answered with a problem when its address cannot be read', async () => {
    const answer = await gyan.request('/api/v1/%E0%A4%A');
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(Problem.parse(answer.body)).toMatchObject({ status: 400, code: 'invalid_input' });
  });

  it.each(['0', '201', '-1', '1.5', 'ten', ''])('is refused for limit=%s', async (limit) => {
    expect((await gyan.request(`/posts?limit=${limit}`)).status).toBe(400);
  });

  it.each(['made-up', 'MSwy', 'LCw', 'MTIzNDU2Nzg5'])('is refused for the cursor %s', async (cursor) => {
    const answer = await gyan.request(`/feed?cursor=${cursor}`);
    expect(Problem.parse(answer.body)).toMatchObject({ status: 400, code: 'invalid_cursor' });
  });

  it('is answered with a problem and a request id where nothing is', async () => {
    const answer = await gyan.request('/nothing-here');
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(Problem.parse(answer.body)).toMatchObject({
      status: 404,
      requestId: answer.headers.get('x-request-id'),
    });
  });
});

describe('nesting', () => {
  it('is counted as JSON counts it, whatever the strings hold', () => {
    const depthOf = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? 1 + Math.max(0, ...Object.values(value).map((inner) => depthOf(inner)))
        : 0;
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        const depth = depthOf(value);
        const json = JSON.stringify(value);
        expect(isDeeperThan(json, depth)).toBe(false);
        if (depth > 0) expect(isDeeperThan(json, depth - 1)).toBe(true);
      }),
    );
  });
});

it.each([1_000, 1_000_000])('does not wait for a form of %i bytes whose sender has gone', async (length) => {
  const app = Fastify();
  await installMultipartBodies(app);
  const outcome = Promise.withResolvers<unknown>();
  app.post('/', {
    onRequest: async ({ raw }) => {
      socket.resetAndDestroy();
      await new Promise((resolve) => raw.once('close', resolve));
    },
    preValidation: async (request) => {
      outcome.resolve(readForm(request, {}));
    },
    handler: async () => '',
  });
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\n\r\n--b\r\n`,
  );
  await expect(outcome.promise).rejects.toThrow('This form could not be read.');
  await app.close();
});
