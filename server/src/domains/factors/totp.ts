import { Secret, TOTP } from 'otpauth';

const period = 30;

function totpOf(secret: Buffer, label = ''): TOTP {
  // otpauth takes an ArrayBuffer of its own; a Buffer may be part of a larger one.
  const { buffer } = new Uint8Array(secret);
  return new TOTP({
    issuer: 'Gyan',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period,
    secret: new Secret({ buffer }),
  });
}

/** What an authenticator app reads from a QR code. */
export function otpauthUrl(secret: Buffer, email: string): string {
  return totpOf(secret, email).toString();
}

/** The time step of a code that is valid now, or one step before or after it; undefined for a wrong code. */
export function stepOf(secret: Buffer, code: string): number | undefined {
  const token = code.replaceAll(/[\s-]/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const now = Date.now();
  const delta = totpOf(secret).validate({ token, timestamp: now, window: 1 });
  return delta === null ? undefined : Math.floor(now / 1000 / period) + delta;
}
