import { domains, type Promised } from './promise.ts';

/** Rate limits and the audit log. */
export const limitsAndAudit: readonly Promised[] = [
  {
    number: 'Limits',
    text: 'Every budget is as large as it says and ends with a time to come back, whichever call draws from it and wherever a request claims to come from.',
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
    number: 'Refused pages',
    text: 'A page that a limit was used up for says so by its status, and no other visitor gets it.',
    proofs: [
      {
        file: 'server/src/http/refused-pages.test.ts',
        test: 'a visitor who searched too often is told so by the page’s status, and nobody else sees that page',
        broken: 'the status of the page alone: 200, kept for five seconds',
      },
      {
        file: 'server/src/http/refused-pages.test.ts',
        test: 'a visitor who waits for the same page as one who is refused gets a page of their own',
        broken: 'one page for all who wait',
      },
    ],
  },
  {
    number: 'Classroom',
    text: 'Forty learners behind one address sign up, read, search, like and comment at the same time and none is refused; an account that floods is, and only that one.',
    proofs: [
      {
        file: 'server/src/http/shared-address-limits.test.ts',
        test: 'signs up, all of them',
        broken: 'five registrations per address in half an hour',
      },
      {
        file: 'server/src/http/shared-address-limits.test.ts',
        test: 'reads thirty pages each',
        broken: '300 requests a minute per address, signed in or not',
      },
      {
        file: 'server/src/http/shared-address-limits.test.ts',
        test: 'sees one account that floods refused, and only that one',
        broken: 'counting signed-in users by their address',
      },
      {
        file: 'server/src/http/shared-address-limits.test.ts',
        test: 'counts against its address',
        broken: 'counting signed-in users by their address',
      },
      {
        file: 'server/src/http/limits.test.ts',
        test: 'is still sent cached answers, and refused all others until the time they are told',
        broken: 'counting cached answers',
      },
    ],
  },
  {
    number: 'Written down',
    text: 'Actions of admins leave a row that cannot be changed, and no log holds a password, a token, a prompt or an e-mail.',
    proofs: [
      {
        file: `${domains}/admin/roles.test.ts`,
        test: 'cannot be changed or emptied, only made to forget',
        broken: 'a trigger that lets rows be deleted',
      },
      {
        file: `${domains}/cards/changing.test.ts`,
        test: 'counts once however often it is asked for, and is written down once',
        broken: 'locking a card without a word',
      },
      {
        file: 'server/src/audit.test.ts',
        test: 'whatever only an admin may do leaves a row that names them',
        broken: 'locking a card without a word',
      },
      {
        file: `${domains}/auth/secrets.test.ts`,
        test: 'writes no token, password or address of a person into the log',
        broken: 'logging addresses and headers of requests, as they are and in base64',
      },
    ],
  },
];
