import * as z from 'zod/mini';
import { lengths } from './limits.ts';
import { clearableText } from './text.ts';

export const License = z.enum(
  ['all-rights', 'cc-by', 'cc-by-sa', 'cc-by-nc', 'cc0'],
  'Licence must be all-rights, cc-by, cc-by-sa, cc-by-nc or cc0',
);
export type License = z.infer<typeof License>;

/** The licence of a card whose author has not chosen another. */
export const firstLicense: License = 'all-rights';

/** The licences under which others may copy and change a card. */
export const remixable: ReadonlySet<License> = new Set<License>(['cc-by', 'cc-by-sa', 'cc-by-nc', 'cc0']);

export const sourceRules = { label: 'Source', max: lengths.source };

/** Where the content of a card comes from: a text or an address. */
export const Source = clearableText(sourceRules);
