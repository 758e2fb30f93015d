import { lengths } from '@gyan/contract/limits.ts';
import { tidyName } from '@gyan/contract/text.ts';

/** A user's data as the provider confirms it. */
export interface ProviderProfile {
  issuer: string;
  subject: string;
  /** Verified by the provider. */
  email: string;
  firstName: string;
  lastName: string;
  /** Unchecked value from the provider; see `enqueuePhotoCopy`. */
  photo: unknown;
}

/** Reduces a name to what our forms accept: one line of visible text. */
export function plainName(value: unknown): string {
  if (typeof value !== 'string') return '';
  const line = tidyName(value.toWellFormed().replaceAll('\0', ' '));
  return [...line].slice(0, lengths.personName).join('');
}
