import type { Config } from '#config.ts';
import type { Transaction } from '#db/pool.ts';
import { insertIdentity, type ProvidedIdentity } from './identity-queries.ts';
import { enqueuePhotoCopy } from './social-photo.ts';

/** The next sign-in finds the account by the identity, whatever its address is by then. */
export async function joinIdentity(
  tx: Transaction,
  { socialPhotoOrigins }: Pick<Config, 'socialPhotoOrigins'>,
  userId: number,
  { issuer, subject, photo }: ProvidedIdentity,
): Promise<void> {
  await insertIdentity(tx, { issuer, subject, userId });
  await enqueuePhotoCopy(tx, userId, photo, socialPhotoOrigins);
}
