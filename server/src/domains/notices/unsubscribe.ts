import { createHmac } from 'node:crypto';
import { type NoticeKind, noticeKinds } from '@gyan/contract/notices.ts';
import type { Config } from '#config.ts';
import type { Database, Db } from '#db/pool.ts';
import { getSharedKey } from '#db/shared-key.ts';
import { findAccount } from '#domains/auth/account-queries.ts';
import { emailLink } from '#domains/mail/emails.ts';
import { ProblemError } from '#http/problems.ts';
import { isSameText } from '#lib/tokens.ts';
import { changeNoticeSettings } from './settings.ts';

/** What a link stops: the digest, or all e-mails about one kind of notice. */
export type Unsubscribed = NoticeKind | 'digest';

const getKey = (db: Db) => getSharedKey(db, 'unsubscribe_keys');

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
