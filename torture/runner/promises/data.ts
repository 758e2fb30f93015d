import { domains, type Promised } from './promise.ts';

/** Stored data and the database. */
export const data: readonly Promised[] = [
  {
    number: '1',
    text: 'Acknowledged writes survive a kill of the server, the database or both, and no write is partial.',
    proofs: [
      {
        torture: 'kill',
        broken: 'commits that do not wait for the disk: likes, comments and links were gone',
      },
    ],
  },
  {
    number: '2',
    text: 'A retry with the same idempotency key gives the same answer and writes once, whichever process was killed.',
    proofs: [
      { torture: 'kill', broken: 'not storing the answer with the write' },
      {
        file: 'server/src/http/idempotency.test.ts',
        test: 'gives somebody who asks again the same answer, and writes once',
        broken: 'not keeping the answer with the rest of the transaction',
      },
    ],
  },
  {
    number: '3',
    text: 'Counts equal their rows, there are no duplicates and no orphans, and no secret is stored in plain text.',
    proofs: [
      { torture: 'kill', broken: 'commits that do not wait for the disk' },
      {
        file: `${domains}/auth/secrets.test.ts`,
        test: 'keeps no token and no password in any column',
        broken: 'keeping the bytes of tokens instead of hashes; keeping sent e-mails, in base64',
      },
    ],
  },
  {
    number: '4',
    text: 'Lists keep the order people gave them, however often something is put at the same spot, and by however many at once.',
    proofs: [
      {
        file: 'server/src/db/ranked-list.test.ts',
        test: 'stays right through two thousand insertions at one spot',
        broken: 'never numbering a list anew',
      },
      { torture: 'mutation', broken: 'every change it makes is one; what no test notices is listed' },
    ],
  },
  {
    number: '5',
    text: 'A copy that was made while people wrote gives back the whole site, pictures included.',
    proofs: [
      {
        file: 'server/src/db/backup.test.ts',
        test: 'copies a site that people write to, and the copy is one that can be run, with every picture',
        broken: 'leaving out the log of changes; copying pictures only before the database',
      },
    ],
  },
  {
    number: '6',
    text: 'Changes of the schema happen once, finish after being killed, and leave older processes working.',
    proofs: [
      {
        file: 'server/src/db/migrate.test.ts',
        test: 'that is killed in the middle leaves nothing behind, and the next start does everything once',
        broken: 'files without a transaction',
      },
      {
        file: 'server/src/db/migrate.test.ts',
        test: 'by several processes at once happens once, and readiness waits for it',
        broken: 'no lock around them',
      },
    ],
  },
];
