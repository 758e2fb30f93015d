import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Config } from '#config.ts';
import type { Db, Transaction } from '#db/pool.ts';
import { findPasskey, listPasskeys, type PasskeyRow, updateSignCount } from './queries.ts';

/** The library is large and rarely needed, so it is loaded with the first passkey. */
const library = () => import('@simplewebauthn/server');

type Site = Pick<Config, 'publicUrl'>;
/** What a browser sends: JSON of unknown shape. */
export type PasskeyResponse = Record<string, unknown>;

const rpId = ({ publicUrl }: Site) => new URL(publicUrl).hostname;
const origin = ({ publicUrl }: Site) => new URL(publicUrl).origin;

const credentialIdForm = /^[\w-]{1,1400}$/;
const transportNames = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

const descriptor = ({ credential_id: id, transports }: PasskeyRow) => ({
  id,
  transports: transports as AuthenticatorTransport[],
});

export interface Options {
  options: Record<string, unknown>;
  challenge: string;
}

export async function registrationOptions(
  db: Db,
  site: Site,
  user: { id: number; email: string; name: string },
): Promise<Options> {
  const { generateRegistrationOptions } = await library();
  const known = await listPasskeys(db, user.id);
  const options = await generateRegistrationOptions({
    rpName: 'Gyan',
    rpID: rpId(site),
    userID: new TextEncoder().encode(String(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: 'none',
    excludeCredentials: known.map(descriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  return { options: { ...options }, challenge: options.challenge };
}

export interface RegisteredPasskey {
  credentialId: string;
  publicKey: Buffer;
  signCount: number;
  transports: string[];
}

/** Undefined if the response is malformed, or not one to this challenge and site. */
export async function verifyRegistration(
  site: Site,
  response: PasskeyResponse,
  challenge: string,
): Promise<RegisteredPasskey | undefined> {
  const { verifyRegistrationResponse } = await library();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin(site),
      expectedRPID: rpId(site),
      requireUserVerification: false,
    });
    if (!verified || !registrationInfo) return undefined;
    const { id, publicKey, counter, transports } = registrationInfo.credential;
    if (!credentialIdForm.test(id)) return undefined;
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey),
      signCount: counter,
      transports: (transports ?? []).filter((name) => transportNames.has(name)),
    };
  } catch {
    return undefined;
  }
}

/** With a user, only this user's passkeys; without one, any passkey of this site that verifies its user. */
export async function signInOptions(db: Db, site: Site, userId: number | undefined): Promise<Options> {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: rpId(site),
    userVerification: userId === undefined ? 'required' : 'preferred',
    ...(userId === undefined ? {} : { allowCredentials: (await listPasskeys(db, userId)).map(descriptor) }),
  });
  return { options: { ...options }, challenge: options.challenge };
}

/** The passkey that the response names. */
export async function findNamedPasskey(db: Db, response: PasskeyResponse): Promise<PasskeyRow | undefined> {
  const { id } = response;
  return typeof id === 'string' && credentialIdForm.test(id) ? findPasskey(db, id) : undefined;
}

/** A copied passkey is found by its count of signatures, and refused. */
export async function checkPasskey(
  tx: Transaction,
  site: Site,
  passkey: PasskeyRow,
  { response, challenge, isAlone }: { response: PasskeyResponse; challenge: string | null; isAlone: boolean },
): Promise<boolean> {
  const count =
    challenge === null ? undefined : await verifiedCount(site, passkey, { response, challenge, isAlone });
  return count !== undefined && updateSignCount(tx, passkey.id, count);
}

/** The count of signatures in a right response. */
async function verifiedCount(
  site: Site,
  passkey: PasskeyRow,
  { response, challenge, isAlone }: { response: PasskeyResponse; challenge: string; isAlone: boolean },
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin(site),
      expectedRPID: rpId(site),
      credential: {
        ...descriptor(passkey),
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.sign_count,
      },
      requireUserVerification: isAlone,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}
