import { createHmac, randomBytes } from 'node:crypto';
import { type NoticeKind, noticeKinds } from '@gyan/contract/notices.ts';
import sql from 'sql-template-tag';
import type { Config } from '#config.ts';
import type { Database, Db } from '#db/pool.ts';
import { findAccount } from '#domains/auth/account-queries.ts';
import { emailLink } from '#domains/mail/emails.ts';
import { ProblemError } from '#http/problems.ts';
import { isSameText } from '#lib/tokens.ts';
import { changeNoticeSettings } from './settings.ts';

/** What a link stops: the digest, or all e-mails about one kind of notice. */
export type Unsubscribed = NoticeKind | 'digest';

/** Shared by all processes, created on first use. */
async function getKey(db: Db): Promise<Buffer> {
  const [found] = await db.query<{ key: Buffer }>(sql`select key from unsubscribe_keys`);
  if (found) return found.key;
  await db.query(sql`insert into unsubscribe_keys (key) values (${randomBytes(32)}) on conflict do nothing`);
  return getKey(db);
}

const sign = (key: Buffer, signed: string) => createHmac('sha256', key).update(signed).digest('base64url');

/** The page that stops e-mails of a kind, and the address that mail programs post to. The link never expires. */
export async function unsubscribeUrl(
  db: Db,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  userId: number,
  kind: Unsubscribed,
): Promise<string> {
  const signed = `${userId}-${kind}`;
  return emailLink(publicUrl, '/unsubscribe', { t: `${signed}-${sign(await getKey(db), signed)}` });
}

const isKind = (text: string): text is Unsubscribed =>
  text === 'digest' || (noticeKinds as readonly string[]).includes(text);

/** Repeating it changes nothing. */
export async function unsubscribeBy(db: Database, token: string): Promise<void> {
  const [, userId = '', kind = '', signature = ''] = /^(\d{1,15})-([a-z_]+)-([\w-]{43})$/.exec(token) ?? [];
  const isValid = isKind(kind) && isSameText(signature, sign(await getKey(db), `${userId}-${kind}`));
  if (!isValid || !(await findAccount(db, Number(userId)))) throw new ProblemError('token_invalid');
  await changeNoticeSettings(
    db,
    Number(userId),
    kind === 'digest' ? { digest: 'never' } : { kinds: { [kind]: { mail: false } } },
  );
}
