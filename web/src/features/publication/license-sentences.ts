import type { License } from '@gyan/contract/licenses.ts';

/** What each licence allows, in one sentence. */
export const licenseSentences: Record<License, string> = {
  'all-rights': 'Others may read it and link to it, but not copy or change it.',
  'cc-by': 'Others may copy and change it, also to earn money, if they name its author.',
  'cc-by-sa':
    'Others may copy and change it if they name its author and give their version the same licence.',
  'cc-by-nc': 'Others may copy and change it if they name its author, but not to earn money.',
  cc0: 'Everybody may use it in any way, without naming its author.',
};
