import { randomBytes } from 'node:crypto';
import { createLocalJWKSet, exportJWK, generateKeyPair, type JWK, type JWTVerifyGetKey } from 'jose';
import sql from 'sql-template-tag';
import type { Db } from '#db/pool.ts';

export interface DemoKeys {
  /** Private, for signing. */
  signing: JWK;
  /** Sign the provider's cookies. */
  cookies: string[];
  /** Opens the demo's mailbox and provider; printed in a link at start. */
  linkKey: string;
}

/** The demo's keys: shared by all processes, created on first use. */
export function demoKeys(db: Db): { read: () => Promise<DemoKeys>; find: JWTVerifyGetKey } {
  let kept: Promise<DemoKeys> | undefined;
  const read = () => {
    kept ??= readKeys(db).catch((error: unknown) => {
      kept = undefined;
      throw error;
    });
    return kept;
  };
  return {
    read,
    find: async (header, token) => {
      const { kty, n, e, kid, alg, use } = (await read()).signing;
      return createLocalJWKSet({ keys: [{ kty, n, e, kid, alg, use }] })(header, token);
    },
  };
}

async function readKeys(db: Db): Promise<DemoKeys> {
  const [found] = await db.query<DemoKeys>(sql`
    select signing, cookies, link_key as "linkKey" from demo_openid_keys`);
  if (found) return found;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const kid = randomBytes(8).toString('hex');
  const signing = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid };
  const cookies = [randomBytes(32).toString('base64url')];
  await db.query(sql`
    insert into demo_openid_keys (signing, cookies) values (${JSON.stringify(signing)}::jsonb, ${cookies})
    on conflict do nothing`);
  // Another process may have created them first.
  return readKeys(db);
}
