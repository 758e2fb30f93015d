import type { License } from './licenses.ts';

/** The text of a licence; undefined if all rights are reserved. */
export function licenseUrl(license: License): string | undefined {
  if (license === 'all-rights') return undefined;
  const path = license === 'cc0' ? 'publicdomain/zero/1.0' : `licenses/${license.slice(3)}/4.0`;
  return `https://creativecommons.org/${path}/`;
}

/** The names of the licences in files and embeds. */
export const licenseNames: Readonly<Record<License, string>> = {
  'all-rights': 'All rights reserved',
  'cc-by': 'CC BY 4.0',
  'cc-by-sa': 'CC BY-SA 4.0',
  'cc-by-nc': 'CC BY-NC 4.0',
  cc0: 'CC0 1.0',
};
