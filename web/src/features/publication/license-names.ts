import type { License } from '@gyan/contract/licenses.ts';
import { paths } from '#lib/paths.ts';

/** In the order in which they are offered. */
export const licenseNames: Record<License, string> = {
  'all-rights': 'All rights reserved',
  'cc-by': 'Attribution',
  'cc-by-sa': 'Attribution, share alike',
  'cc-by-nc': 'Attribution, non-commercial',
  cc0: 'No rights reserved',
};

export const licenses = Object.keys(licenseNames) as License[];

/** Short, shown like a sign before the name: “CC BY-SA”. */
export const licenseMark = (license: License) =>
  license === 'all-rights' ? '©' : license.toUpperCase().replace('-', ' ');

/** The text of the licence, or what we say about it. */
export function licenseUrl(license: License): string {
  if (license === 'all-rights') return paths.license(license);
  const path = license === 'cc0' ? 'publicdomain/zero/1.0' : `licenses/${license.slice(3)}/4.0`;
  return `https://creativecommons.org/${path}/`;
}
