import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';
import type { Challenge } from '@gyan/contract/challenges.ts';
import sql from 'sql-template-tag';
import type { Db } from '#db/pool.ts';
import { getSharedKey } from '#db/shared-key.ts';
import { invalidField } from '#http/problems.ts';
import { isSameText } from '#lib/tokens.ts';

// A proof of work in the manner of ALTCHA: it makes sign-ups by the thousand expensive, and asks nothing of people.

/** About a second of work for a phone. */
const most = 50_000;
const lifetimeMs = 10 * 60 * 1000;

const getKey = (db: Db) => getSharedKey(db, 'challenge_keys');

const hashOf = (salt: string, number: number) =>
  createHash('sha256').update(`${salt}${number}`).digest('hex');
const sign = (key: Buffer, salt: string, target: string) =>
  createHmac('sha256', key).update(`${salt} ${target}`).digest('hex');

export async function newChallenge(db: Db): Promise<Challenge> {
  const salt = `${Date.now() + lifetimeMs}.${randomBytes(18).toString('base64url')}`;
  const target = hashOf(salt, randomInt(most));
  return { salt, target, signature: sign(await getKey(db), salt, target), most };
}

/** Throws unless the work was done for a challenge of this site, in time, and not used before. */
export async function checkChallenge(db: Db, solved: string | undefined): Promise<void> {
  const [salt = '', target = '', signature = '', found] = (solved ?? '').split(':');
  const number = Number(found);
  const ends = Number(salt.split('.')[0]);
  const isOurs = isSameText(signature, sign(await getKey(db), salt, target));
  if (!isOurs || !(ends >= Date.now()) || !(number < most) || hashOf(salt, number) !== target)
    throw refused();
  const rows = await db.query(sql`
    insert into used_challenges (salt, expires_at) values (${salt}, ${new Date(ends)})
    on conflict do nothing returning salt`);
  if (rows.length === 0) throw refused();
}

export async function deleteOldChallenges(db: Db): Promise<void> {
  await db.query(sql`delete from used_challenges where expires_at < now()`);
}

const refused = () => invalidField('challenge', 'The check of the sign-up form failed. Please try again.');
