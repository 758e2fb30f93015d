import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';

/** Its message is shown to the user. */
export class PasskeyFailure extends Error {
  override readonly name = 'PasskeyFailure';
}

type Json = Record<string, unknown>;

async function ask(request: () => Promise<object>): Promise<Json> {
  if (!browserSupportsWebAuthn()) throw new PasskeyFailure('This browser cannot use passkeys.');
  try {
    return Object.fromEntries<unknown>(Object.entries(await request()));
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'InvalidStateError') throw new PasskeyFailure('This passkey is registered already.');
    if (name === 'SecurityError') {
      throw new PasskeyFailure('Passkeys do not work at this address of the site.');
    }
    throw new PasskeyFailure('No passkey was used. Nothing has changed.', { cause: error });
  }
}

/** The options come from the server as JSON and are checked by the browser. */
export const createPasskey = (options: Json) =>
  ask(() => startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }));

export const readPasskey = (options: Json) =>
  ask(() =>
    startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }),
  );
