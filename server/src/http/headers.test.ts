import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';

describe('every answer', () => {
  let gyan: TestApp;
  beforeAll(async () => {
    gyan = await startApp({ publicUrl: 'https://gyan.example' });
  });
  afterAll(() => gyan.close());

  it.each([
    [200, '/posts'],
    [404, '/nothing'],
    [200, '/healthz'],
    [401, '/r/user'],
    [414, `/${'a'.repeat(9_000)}`],
    [400, '/posts?limit=%FF'],
  ])('with status %i forbids foreign script, framing and sniffing', async (status, path) => {
    const { headers, status: answered } = await gyan.request(path);
    expect(answered).toBe(status);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("img-src 'self' data: blob: https://i.ytimg.com;");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toContain('max-age=31536000');
    expect(headers.get('x-powered-by')).toBeNull();
  });
});
