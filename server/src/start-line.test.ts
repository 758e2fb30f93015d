import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { startLine } from './start-line.ts';

const key = 'k3y';
const lineOf = (env: Record<string, string>) => {
  const config = readConfig(env);
  return startLine(config, config.port, config.demo ? key : undefined);
};

it('gives somebody who tries the demo its people and one link for the mailbox and the Google button', () => {
  const line = lineOf({});
  expect(line).toMatch(/^Gyan is ready at http:\/\/localhost:3000 · sign in as asha@gyan\.example/);
  expect(line).toContain('e-mails arrive at http://localhost:3000/demo/mailbox?key=k3y (open it once');
  expect(line).not.toContain('\n');
});

it('gives a link for the Google button alone where e-mails go out, and none where Google is configured too', () => {
  expect(lineOf({ SMTP_URL: 'smtp://mail' })).toContain(
    'open http://localhost:3000/demo/openid?key=k3y once',
  );
  expect(lineOf({ SMTP_URL: 'smtp://mail', GOOGLE_CLIENT_ID: 'id' })).not.toContain(key);
  expect(lineOf({ GOOGLE_CLIENT_ID: 'id' })).toMatch(/mailbox\?key=k3y$/);
});

it('tells an operator whose server others can reach what to set, and what the demo would mean', () => {
  const line = lineOf({ HOST: '0.0.0.0' });
  expect(line).toContain('the demo is off · set SMTP_URL (until then e-mails wait in the database');
  for (const name of ['SUPER_ADMIN_EMAIL', 'PUBLIC_URL', 'DEMO=on, which lets everybody']) {
    expect(line).toContain(name);
  }
  expect(line).not.toMatch(/asha|key=|\n/);
});

it('tells an operator only what is missing', () => {
  const env = { HOST: '0.0.0.0', SMTP_URL: 'smtp://mail', SUPER_ADMIN_EMAIL: 'me@example.org' };
  expect(lineOf({ ...env, PUBLIC_URL: 'https://gyan.example' })).toBe(
    'Gyan is ready at https://gyan.example',
  );
  expect(lineOf(env)).toMatch(/· set PUBLIC_URL \([^)]*\) · /);
  expect(lineOf({ ...env, DATABASE_URL: 'postgres://db/gyan' })).toMatch(/· set PUBLIC_URL \([^)]*\)$/);
  expect(lineOf({ DEMO: 'off', SMTP_URL: 'smtp://mail' })).toMatch(
    /set SUPER_ADMIN_EMAIL \([^)]*\) · or try the demo with DEMO=on$/,
  );
});
