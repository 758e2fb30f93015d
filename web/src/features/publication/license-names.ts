import type { License } from '@gyan/contract/licenses.ts';
import { paths } from '#lib/paths.ts';

interface LicenseName {
  /** Short, shown like a sign before the name. */
  mark: string;
  name: string;
  /** The text of the licence, or what we say about it. */
  url: string;
}

const creativeCommons = 'https://creativecommons.org';

/** In the order in which they are offered. */
export const licenseNames: Record<License, LicenseName> = {
  'all-rights': { mark: '©', name: 'All rights reserved', url: paths.license('all-rights') },
  'cc-by': { mark: 'CC BY', name: 'Attribution', url: `${creativeCommons}/licenses/by/4.0/` },
  'cc-by-sa': {
    mark: 'CC BY-SA',
    name: 'Attribution, share alike',
    url: `${creativeCommons}/licenses/by-sa/4.0/`,
  },
  'cc-by-nc': {
    mark: 'CC BY-NC',
    name: 'Attribution, non-commercial',
    url: `${creativeCommons}/licenses/by-nc/4.0/`,
  },
  cc0: { mark: 'CC0', name: 'No rights reserved', url: `${creativeCommons}/publicdomain/zero/1.0/` },
};

export const licenses = Object.keys(licenseNames) as License[];
