import { readFile } from 'node:fs/promises';
import { limits } from '@gyan/contract/limits.ts';
import { describe, expect, it } from 'vitest';
import { ConfigError, isForThisMachine, readConfig } from './config.ts';

describe('the environment', () => {
  it('may be empty', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      databaseUrl: undefined,
      signupRole: 'kRegular',
      rateLimits: true,
      limits,
      demo: true,
      logLevel: 'info',
    });
    expect(config.storageUrl).toMatch(/^file:.*\/data\/storage$/);
  });

  it('switches the demo off with a database of its own', () => {
    expect(readConfig({ DATABASE_URL: 'postgres://db.example/gyan' }).demo).toBe(false);
    expect(readConfig({ DATABASE_URL: 'postgres://db.example/gyan', DEMO: 'on' }).demo).toBe(true);
  });

  it.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1', 'localhost'])(
    'has the demo when only this machine can reach it, at %s',
    (HOST) => {
      const config = readConfig({ HOST });
      expect([config.demo, isForThisMachine(config)]).toEqual([true, true]);
    },
  );

  it.each(['0.0.0.0', '::', '192.168.1.20', 'gyan.internal', '127.example.org', '1270.0.0.1'])(
    'has no demo for others to reach at %s, unless it is asked for',
    (HOST) => {
      const config = readConfig({ HOST });
      expect([config.demo, isForThisMachine(config)]).toEqual([false, false]);
      expect(readConfig({ HOST, DEMO: 'on' }).demo).toBe(true);
    },
  );

  it('has no demo behind a proxy that others reach, unless it is asked for', () => {
    expect(readConfig({ PUBLIC_URL: 'https://gyan.example' }).demo).toBe(false);
    expect(readConfig({ PUBLIC_URL: 'https://gyan.example', DEMO: 'on' }).demo).toBe(true);
    for (const PUBLIC_URL of ['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080']) {
      expect(readConfig({ PUBLIC_URL }).demo).toBe(true);
    }
  });

  it('counts an empty value as none', () => {
    expect(readConfig({ PORT: '', DEMO: ' ' })).toMatchObject({ port: 3000, demo: true });
  });

  it.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['PUBLIC_URL', 'gyan.example'],
    ['DATABASE_URL', 'mysql://db.example/gyan'],
    ['DATABASE_REPLICA_URL', 'db'],
    ['DATABASE_DIRECT_URL', 'db'],
    ['DATABASE_DIRECT_URL', 'postgres://db.example/gyan'],
    ['DATABASE_PREPARED', 'no'],
    ['APP_STORE_URL', 'http://apps.example/gyan'],
    ['STORAGE_URL', 'ftp://files'],
    ['STORAGE_URL', 's3://'],
    ['STORAGE_URL', 'file://host/folder'],
    ['SMTP_URL', 'http://mail.example'],
    ['MAIL_FROM', 'Gyan'],
    ['OPERATOR_EMAIL', 'me'],
    ['SUPER_ADMIN_EMAIL', 'me@here'],
    ['SIGNUP_ROLE', 'kSuperAdmin'],
    ['GOOGLE_ISSUER', 'google'],
    ['AI_BASE_URL', 'localhost'],
    ['RATE_LIMITS', 'yes'],
    ['LIMITS', 'comments'],
    ['LIMITS', 'comments=20/60'],
    ['LIMITS', 'comment.user=20/60'],
    ['LIMITS', 'constructor.name=20/60'],
    ['LIMITS', 'comments.address=20/60'],
    ['LIMITS', 'comments.toString=20/60'],
    ['LIMITS', 'comments.user=20'],
    ['LIMITS', 'comments.user=0/60'],
    ['LIMITS', 'comments.user=20/0'],
    ['LIMITS', 'comments.user=-20/60'],
    ['LIMITS', 'comments.user=1.5/60'],
    ['LIMITS', 'comments.user=many/60'],
    ['LIMITS', 'comments.user=1000001/60'],
    ['LIMITS', 'comments.user=20/2592001'],
    ['LIMITS', 'comments.user=20/60, comments.user=30/60'],
    ['DEMO', 'true'],
    ['WORKERS', '0'],
    ['ROLE', 'database'],
    ['METRICS_TOKEN', 'short'],
    ['LOG_LEVEL', 'loud'],
    ['METRICS_PORT', '-1'],
    ['PUSH_HOSTS', 'https://push.example'],
    ['PUSH_HOSTS', 'push.example:443'],
    ['PUSH_HOSTS', '*'],
    ['PUSH_HOSTS', '*.com'],
    ['PUSH_HOSTS', 'push.*.example'],
    ['PUSH_HOSTS', 'push.example,, push..example'],
    ['PUSH_HOSTS', ','],
    ['TRUSTED_PROXIES', 'my-proxy'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '10.0.0.1, 2001:db8::/129'],
  ])('stops the start when %s is %s, in one sentence that names it', (name, value) => {
    const start = () => readConfig({ [name]: value });
    expect(start).toThrow(ConfigError);
    expect(start).toThrow(new RegExp(`^${name} [^.]*(\\.[^. ]+)*.*\\.$`));
  });

  it('takes the addresses and blocks of several proxies', () => {
    const { trustedProxies } = readConfig({ TRUSTED_PROXIES: '10.0.0.0/8, ::1 loopback 2001:db8::/32' });
    expect(trustedProxies).toEqual(['10.0.0.0/8', '::1', 'loopback', '2001:db8::/32']);
  });

  it('knows the push services of the browsers, unless others are named', () => {
    expect(readConfig({}).pushHosts).toContain('*.push.services.mozilla.com');
    const { pushHosts } = readConfig({ PUSH_HOSTS: 'Push.example, *.push.example' });
    expect(pushHosts).toEqual(['push.example', '*.push.example']);
  });

  it('changes the budgets it names, and leaves the others and the defaults as they are', () => {
    const before = structuredClone(limits);
    const config = readConfig({ LIMITS: 'comments.user=20/60,ai.user=40/7200, search.address=1/2,' });
    expect(config.limits).toEqual({
      ...limits,
      comments: { user: { points: 20, seconds: 60 } },
      ai: { user: { points: 40, seconds: 7_200 } },
      search: { ...limits.search, address: { points: 1, seconds: 2 } },
    });
    expect(limits).toEqual(before);
  });

  it('says which budgets there are, and by whom they are counted', () => {
    expect(() => readConfig({ LIMITS: 'comment.user=20/60' })).toThrow(/“comment”.* comments, .*feedback\.$/);
    expect(() => readConfig({ LIMITS: 'signIn.user=20/60' })).toThrow('account, address, not by “user”');
  });

  it('has its budgets on the page for those who run it', async () => {
    const page = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8');
    const shown = [...page.matchAll(/^\|.*$/gm)].flatMap(([row]) => row.match(/\w+\.\w+=\d+\/\d+/g) ?? []);
    const existing = Object.entries(limits).flatMap(([name, budgets]) =>
      Object.entries(budgets).map(([by, { points, seconds }]) => `${name}.${by}=${points}/${seconds}`),
    );
    expect(shown.toSorted()).toEqual(existing.toSorted());
    expect(readConfig({ LIMITS: shown.join(', ') }).limits).toEqual(limits);
  });

  it('never repeats an address that may hold a password', () => {
    expect(() => readConfig({ DATABASE_URL: 'x://me:secret@db' })).toThrow(/^(?!.*secret)/);
  });

  it('asks for what belongs together', () => {
    expect(() => readConfig({ AI_BASE_URL: 'http://localhost:9/v1' })).toThrow('AI_MODEL is needed');
    expect(() => readConfig({ FACEBOOK_APP_ID: '1' })).toThrow('must be set together');
  });
});
