import type { License } from './licenses.ts';

/** The text of a licence; undefined if all rights are reserved. */
export function licenseUrl(license: License): string | undefined {
  if (license === 'all-rights') return undefined;
  const path = license === 'cc0' ? 'publicdomain/zero/1.0' : `licenses/${license.slice(3)}/4.0`;
  return `https://creativecommons.org/${path}/`;
}
