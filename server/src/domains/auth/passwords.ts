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

/** Verified when there is nobody to verify against, so that an unknown address takes as long as a known one. */
const nobody =
  '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$Uwe4K4yNR6ELjTbX1dqZdvFqX3lHq1ZKJ2fTzgYxQXk';

export function hashPassword(password: string): Promise<string> {
  return hash(password, options);
}

export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored ?? nobody, password);
  return matches && stored != null;
}
