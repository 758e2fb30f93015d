import { lengths } from '@gyan/contract/limits.ts';
import { tidyName } from '@gyan/contract/text.ts';

/** Somebody as a provider vouches for them. */
export interface ProvidedPerson {
  issuer: string;
  subject: string;
  /** Verified by the provider. */
  email: string;
  firstName: string;
  lastName: string;
  photoUrl: string | null;
}

/** A name as a form of ours would have let it in: one line of visible text. */
export function plainName(value: unknown): string {
  if (typeof value !== 'string') return '';
  const line = tidyName(value.toWellFormed());
  return [...line].slice(0, lengths.personName).join('');
}

/** Browsers fetch it themselves, so nothing but https will do. */
export function securePhoto(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > lengths.url || !URL.canParse(value)) return null;
  const url = new URL(value);
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : null;
}
