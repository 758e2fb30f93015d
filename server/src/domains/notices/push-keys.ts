import { createECDH } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Db } from '#db/pool.ts';

/** The VAPID keys of this site, in the form that browsers and push services use. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/** Shared by all processes, created on first use. */
export async function getPushKeys(db: Db): Promise<PushKeys> {
  const [found] = await db.query<PushKeys>(sql`
    select public_key as "publicKey", private_key as "privateKey" from push_keys`);
  if (found) return found;
  const curve = createECDH('prime256v1');
  const publicKey = curve.generateKeys().toString('base64url');
  // Padded: a private key that begins with a zero byte is shorter.
  const privateKey = curve.getPrivateKey('hex').padStart(64, '0');
  await db.query(sql`
    insert into push_keys (public_key, private_key)
    values (${publicKey}, ${Buffer.from(privateKey, 'hex').toString('base64url')})
    on conflict do nothing`);
  // Another process may have created them first.
  return getPushKeys(db);
}
