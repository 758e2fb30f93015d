import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';
import type { Challenge } from '@gyan/contract/challenges.ts';
import sql from 'sql-template-tag';
import type { Config } from '#config.ts';
import type { Db } from '#db/pool.ts';
import { invalidField } from '#http/problems.ts';
import { isSameText } from '#lib/tokens.ts';

// A proof of work in the manner of ALTCHA: it makes sign-ups by the thousand expensive, and asks nothing of people.

type ChallengeConfig = Pick<Config, 'signupChallenge'>;

/** About a second of work for a phone. */
const most = 50_000;
const lifetimeMs = 10 * 60 * 1000;

/** Shared by all processes, created on first use. */
async function getKey(db: Db): Promise<Buffer> {
  const [found] = await db.query<{ key: Buffer }>(sql`select key from challenge_keys`);
  if (found) return found.key;
  await db.query(sql`insert into challenge_keys (key) values (${randomBytes(32)}) on conflict do nothing`);
  return getKey(db);
}

const hashOf = (salt: string, number: number) =>
  createHash('sha256').update(`${salt}${number}`).digest('hex');
const sign = (key: Buffer, salt: string, target: string) =>
  createHmac('sha256', key).update(`${salt} ${target}`).digest('hex');

/** Null where the site asks for no work. */
export async function newChallenge(
  db: Db,
  { signupChallenge }: ChallengeConfig,
  now = Date.now(),
): Promise<Challenge | null> {
  if (!signupChallenge) return null;
  const salt = `${now + lifetimeMs}.${randomBytes(18).toString('base64url')}`;
  const target = hashOf(salt, randomInt(most));
  return { salt, target, signature: sign(await getKey(db), salt, target), most };
}

/** Throws unless the work was done for a challenge of this site, in time, and not used before. */
export async function checkChallenge(
  db: Db,
  { signupChallenge }: ChallengeConfig,
  solved: string | undefined,
  now = Date.now(),
): Promise<void> {
  if (!signupChallenge) return;
  const [salt = '', target = '', signature = '', found] = (solved ?? '').split(':');
  const number = Number(found);
  const ends = Number(salt.split('.')[0]);
  const isOurs = isSameText(signature, sign(await getKey(db), salt, target));
  if (!isOurs || !(ends >= now) || !(number < most) || hashOf(salt, number) !== target) throw refused();
  const rows = await db.query(sql`
    insert into used_challenges (salt, expires_at) values (${salt}, ${new Date(ends)})
    on conflict do nothing returning salt`);
  if (rows.length === 0) throw refused();
}

export async function deleteOldChallenges(db: Db): Promise<void> {
  await db.query(sql`delete from used_challenges where expires_at < now()`);
}

const refused = () => invalidField('challenge', 'The check of the sign-up form failed. Please try again.');
