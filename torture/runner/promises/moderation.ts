import { domains, type Promised } from './promise.ts';

/** Reports, hidden content and decisions of admins. */
export const moderation: readonly Promised[] = [
  {
    number: 'Hidden',
    text: 'What an admin hides is gone for others within five seconds on all servers, from every list, page, file, e-mail and cache, and is exactly as it was after it is shown again.',
    proofs: [
      {
        file: `${domains}/moderation/hidden.test.ts`,
        test: 'a hidden %s is nowhere for others within 5 s, and back exactly after that',
        broken: 'leaving hidden content out of one condition; a sitemap kept for a minute, as it was',
      },
      {
        file: 'server/src/visibility-walk.test.ts',
        test: 'finds nothing of it as %s',
        broken: 'leaving hidden content out of one condition',
      },
    ],
  },
  {
    number: 'Reasons',
    text: 'An appeal is decided by another admin, and a suspended person can read the reasons, appeal, export, delete the account and nothing else.',
    proofs: [
      {
        file: `${domains}/moderation/moderation.test.ts`,
        test: 'is made once, decided once and by another admin, and undoes the act',
        broken: 'letting every admin decide',
      },
      {
        file: `${domains}/moderation/moderation.test.ts`,
        test: 'reads the statement, appeals, exports, deletes and signs out, and nothing else',
        broken: 'one more call that stays open',
      },
    ],
  },
];
