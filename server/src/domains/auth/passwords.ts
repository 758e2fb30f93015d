import { hash, verify } from '@node-rs/argon2';

// The library's enum cannot be imported under erasable types.
const argon2id = 2;

// OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane.
const options = {
  algorithm: argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/** Verified for unknown addresses, so that they take as long as known ones. */
const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$Uwe4K4yNR6ELjTbX1dqZdvFqX3lHq1ZKJ2fTzgYxQXk';

/** Keyboards send an accented character as one code point or as two, so the NFC form is hashed. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), options);
}

/** `outdated`: the password is right, but the hash is of its unnormalised form and must be replaced. */
export async function checkPassword(
  stored: string | null | undefined,
  password: string,
): Promise<'right' | 'outdated' | 'wrong'> {
  const known = stored ?? dummyHash;
  const normalised = password.normalize('NFC');
  if ((await verify(known, normalised)) && stored != null) return 'right';
  if (normalised === password) return 'wrong';
  return (await verify(known, password)) && stored != null ? 'outdated' : 'wrong';
}
