import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Config } from '#config.ts';
import type { Db } from '#db/pool.ts';
import { getSharedKey } from '#db/shared-key.ts';

const ivBytes = 12;
const tagBytes = 16;

/** With SECRET_KEY a copy of the database alone cannot decrypt the secrets. */
export async function openKey(db: Db, { secretKey }: Pick<Config, 'secretKey'>): Promise<Buffer> {
  const stored = await getSharedKey(db, 'factor_keys');
  return Buffer.from(hkdfSync('sha256', stored, secretKey ?? '', 'factors', 32));
}

/** AES-256-GCM, bound to the user: a row copied to another user does not decrypt. */
export function encrypt(key: Buffer, userId: number, secret: Buffer): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(String(userId)));
  const text = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]);
}

/** Undefined if the key has changed. */
export function decrypt(key: Buffer, userId: number, sealed: Buffer): Buffer | undefined {
  const iv = sealed.subarray(0, ivBytes);
  const tag = sealed.subarray(ivBytes, ivBytes + tagBytes);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(String(userId))).setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]);
  } catch {
    return undefined;
  }
}
