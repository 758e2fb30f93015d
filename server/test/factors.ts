import type { AnswerOf } from '@gyan/contract/calls.ts';
import { Secret, TOTP } from 'otpauth';
import sql from 'sql-template-tag';
import type { Db } from '#db/pool.ts';
import { hashToken, newToken } from '#lib/tokens.ts';
import { Browser } from './browser.ts';
import type { TestApp } from './open-app.ts';

/** The code of an authenticator app, `steps` half minutes from now. */
export function codeOf(otpauthUrl: string, steps = 0): string {
  const secret = new URL(otpauthUrl).searchParams.get('secret') ?? '';
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + steps * 30_000 });
}

/** Adds an authenticator app to the user of a session; returns its address. */
export async function addTotp(gyan: TestApp, token: string): Promise<string> {
  const browser = new Browser(gyan);
  const begun: AnswerOf<'POST /r/totp'> = (await browser.post('/r/totp', { name: 'Phone' }, token)).body;
  const { factorId, otpauthUrl } = begun;
  const answer = await browser.post('/r/totp_confirm', { factorId, code: codeOf(otpauthUrl) }, token);
  if (answer.status !== 200) throw new Error(answer.text);
  return otpauthUrl;
}

export async function makeRecoveryCodes(gyan: TestApp, token: string): Promise<string[]> {
  const answer = await gyan.request('/r/recovery_codes', { method: 'POST', token, body: {} });
  const { recoveryCodes }: AnswerOf<'POST /r/recovery_codes'> = answer.body;
  return recoveryCodes;
}

/** The codes of apps that were used can be used again, as after half a minute. */
export async function passHalfMinute(db: Db): Promise<void> {
  await db.query(sql`update factors set last_step = null`);
}

/** The token of a new reset link, as its e-mail has it. */
export async function makeResetLink(db: Db, userId: number): Promise<string> {
  const token = newToken();
  await db.query(sql`
    insert into password_resets (user_id, token_hash, expires_at)
    values (${userId}, ${hashToken(token)}, now() + interval '1 hour')
    on conflict (user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`);
  return token;
}
