import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

type Json = Record<string, unknown>;

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const userPresent = 0x01;
const userVerified = 0x04;
const hasCredential = 0x40;

/** A passkey in software: what an authenticator and the browser in front of it send. */
export class Authenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #id = randomBytes(16);
  readonly #origin: string;
  count = 0;
  /** By a PIN or a fingerprint. A plain security key does not. */
  verifiesUser = true;

  constructor(publicUrl: string) {
    this.#origin = new URL(publicUrl).origin;
  }

  #authenticatorData(flags: number, credential = Buffer.alloc(0)): Buffer {
    this.count += 1;
    const head = Buffer.alloc(5);
    head.writeUInt8(flags, 0);
    head.writeUInt32BE(this.count, 1);
    return Buffer.concat([sha256(new URL(this.#origin).hostname), head, credential]);
  }

  #clientData(type: string, options: Json): Buffer {
    const { challenge } = options;
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }

  #answer(response: Json): Json {
    const id = this.#id.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  register(options: Json): Json {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    // COSE: an EC2 key for ES256 on P-256.
    const coseKey = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.#id, coseKey]);
    const data = this.#authenticatorData(userPresent | userVerified | hasCredential, credential);
    // CBOR: {fmt: "none", attStmt: {}, authData: data}.
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
      Buffer.from([data.length]),
      data,
    ]);
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', options).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    });
  }

  signIn(options: Json): Json {
    const clientData = this.#clientData('webauthn.get', options);
    const data = this.#authenticatorData(userPresent | (this.verifiesUser ? userVerified : 0));
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#keys.privateKey);
    return this.#answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    });
  }
}
