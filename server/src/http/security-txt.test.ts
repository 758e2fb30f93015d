import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp({ publicUrl: 'https://gyan.example', operatorEmail: 'operator@gyan.example' });
});
afterAll(() => gyan.close());

const read = async (url: string) => {
  const response = await fetch(`${url}/.well-known/security.txt`);
  const fields = (await response.text())
    .trim()
    .split('\n')
    .map((line) => line.split(/: (.*)/).slice(0, 2) as [string, string]);
  return { response, fields: Object.fromEntries(fields) };
};

it('tells people who found a hole whom to write to', async () => {
  const { response, fields } = await read(gyan.url);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('public, max-age=86400');
  expect(fields).toEqual({
    Contact: 'mailto:operator@gyan.example',
    Expires: expect.any(String),
    'Preferred-Languages': 'en',
    Canonical: 'https://gyan.example/.well-known/security.txt',
  });
  const days = (Date.parse(fields.Expires ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
});

it('leads to the contact form where nobody has an address', async () => {
  const formOnly = await startApp({ publicUrl: 'https://gyan.example', operatorEmail: undefined });
  const { fields } = await read(formOnly.url);
  expect(fields.Contact).toBe('https://gyan.example/#contact');
  await formOnly.close();
});
