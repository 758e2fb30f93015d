import { licenseUrl as textUrl } from '@gyan/contract/license-urls.ts';
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
export const licenseUrl = (license: License) => textUrl(license) ?? paths.license(license);
