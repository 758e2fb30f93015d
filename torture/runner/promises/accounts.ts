import { type Promised, rooms } from './promise.ts';

/** Of what is counted and written down about those who ask. */
export const accounts: readonly Promised[] = [
  {
    number: 'Limits',
    says: 'Every budget is as large as it says and ends with a time to come back, whichever call draws from it and wherever a request claims to come from.',
    proofs: [
      {
        file: 'server/src/http/every-limit.test.ts',
        test: 'of $limit by $by is as large as it says, and ends with a time to come back',
        broken: 'one point too many; no Retry-After',
      },
      {
        file: 'server/src/http/every-limit.test.ts',
        test: 'is refused when it is used up: $key',
        broken: 'uploads that are not counted',
      },
      {
        file: 'server/src/http/every-limit.test.ts',
        test: 'believes nobody who is no proxy of ours about where a request comes from',
        broken: 'believing everybody',
      },
      {
        file: 'server/src/http/every-limit.test.ts',
        test: 'is as large as whoever runs Gyan sets it, and the others stay as they are',
        broken: 'counting by the defaults; by the defaults for requests of any kind only',
      },
    ],
  },
  {
    number: 'Written down',
    says: 'What admins do leaves a row that nobody can change, and no log holds a password, a token, a prompt or a letter.',
    proofs: [
      {
        file: `${rooms}/admin/roles.test.ts`,
        test: 'cannot be changed or emptied, only made to forget',
        broken: 'a trigger that lets rows be deleted',
      },
      {
        file: `${rooms}/cards/changing.test.ts`,
        test: 'counts once however often it is asked for, and is written down once',
        broken: 'locking a card without a word',
      },
      {
        file: 'server/src/audit.test.ts',
        test: 'whatever only an admin may do leaves a row that names them',
        broken: 'locking a card without a word',
      },
      {
        file: `${rooms}/auth/secrets.test.ts`,
        test: 'writes no token, password or address of a person into the log',
        broken: 'logging addresses and headers of requests, as they are and in base64',
      },
    ],
  },
];
