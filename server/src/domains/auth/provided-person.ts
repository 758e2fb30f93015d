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
  /** As the provider says it; see `copyPhotoLater`. */
  photo: unknown;
}

/** A name as a form of ours would have let it in: one line of visible text. */
export function plainName(value: unknown): string {
  if (typeof value !== 'string') return '';
  const line = tidyName(value.toWellFormed().replaceAll('\0', ' '));
  return [...line].slice(0, lengths.personName).join('');
}
