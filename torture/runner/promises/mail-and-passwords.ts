import { domains, type Promised } from './promise.ts';

/** Contacts, e-mail, sign-ins and passwords. */
export const mailAndPasswords: readonly Promised[] = [
  {
    number: 'Contacts',
    text: 'Importing contacts does not tell which member an address belongs to, or whether it belongs to one.',
    proofs: [
      {
        file: `${domains}/invitations/suggestions.test.ts`,
        test: 'are not found by importing their address, unless they have mine too',
        broken: 'suggesting every member among the contacts; leaving members out of the e-mail suggestions',
      },
    ],
  },
  {
    number: 'Mailboxes',
    text: 'A mailbox has one account, however its domain is written; addresses with invisible characters and address literals are refused.',
    proofs: [
      {
        file: `${domains}/auth/mailboxes.test.ts`,
        test: 'one mailbox has one account, however its domain is written',
        broken: 'comparing domains as they were typed',
      },
      {
        file: `${domains}/auth/mailboxes.test.ts`,
        test: 'nobody signs up, in or is invited as %j',
        broken: 'mapping invisible characters away; taking everything with an @ and a dot',
      },
    ],
  },
  {
    number: 'Mail budget',
    text: 'Others can make us send at most 3 e-mails an hour and 10 a day to a mailbox; the answers do not tell.',
    proofs: [
      {
        file: `${domains}/mail/budget.test.ts`,
        test: 'a mailbox gets three e-mails an hour, whatever they are for, and the answers are the same',
        broken: 'sending every e-mail that is asked for',
      },
      {
        file: `${domains}/mail/budget.test.ts`,
        test: 'a mailbox gets ten e-mails a day, counted once for all processes also in a burst',
        broken: 'sending every e-mail that is asked for',
      },
    ],
  },
  {
    number: 'Addresses of calls',
    text: 'No call takes a password in its address, where logs and histories would keep it.',
    proofs: [
      {
        file: `${domains}/account/export.test.ts`,
        test: 'takes no password in an address',
        broken: 'reading the current password from the query; ignoring it there',
      },
    ],
  },
  {
    number: 'Sign-ins',
    text: 'Sign-ins and failures are in the audit log for ninety days, with a shortened address, and no flood fills it.',
    proofs: [
      {
        file: `${domains}/auth/sign-in-audit.test.ts`,
        test: 'a failure names the account it was tried at, and no address that has none',
        broken: 'writing down nothing',
      },
      {
        file: `${domains}/auth/sign-in-audit.test.ts`,
        test: 'a flood of failures fills the log only so far, and hides no guess at an account',
        broken: 'writing down nothing',
      },
      {
        file: `${domains}/auth/sign-in-audit.test.ts`,
        test: 'a failure costs the same whether or not the address has an account, also when the log takes no more',
        broken: 'counting a failure by one statement and writing it by another',
      },
    ],
  },
  {
    number: 'Second factors',
    text: 'A second factor lets in its owner only, each code works once, and no order of steps locks the owner of the mailbox out.',
    proofs: [
      {
        file: `${domains}/factors/second-factor.test.ts`,
        test: 'lets one of fifty in',
        broken: 'a recovery code that is read without being used up',
      },
      {
        file: `${domains}/factors/passkeys.test.ts`,
        test: 'is refused once it is removed, or when a copy of it has counted on',
        broken: 'not comparing the count of signatures',
      },
      {
        file: `${domains}/factors/way-back.test.ts`,
        test: 'no order of steps locks the owner of the mailbox out',
        broken: 'lost factors that do not end',
      },
      {
        file: `${domains}/factors/second-factor.test.ts`,
        test: 'removes the app, however long its set-up has taken',
        broken: 'comparing with the time at which the set-up began',
      },
      {
        file: `${domains}/auth/google.test.ts`,
        test: 'joins a protected account with the second factor only',
        broken: 'storing the identity before the second factor',
      },
    ],
  },
  {
    number: 'Step-up',
    text: 'What changes who can sign in asks for the password or a factor again, ten minutes after the last time.',
    proofs: [
      {
        file: `${domains}/factors/second-factor.test.ts`,
        test: 'ask a session that is older than ten minutes for a proof, and change nothing',
        broken: 'removing a factor without asking',
      },
    ],
  },
  {
    number: 'Passwords',
    text: 'A password is the same in every Unicode form; one that was stored as typed still works.',
    proofs: [
      {
        file: `${domains}/auth/unicode-passwords.test.ts`,
        test: 'a password that was stored as it was typed still works, and from then on in both forms',
        broken: 'hashing what was typed',
      },
    ],
  },
  {
    number: 'Reports',
    text: '`/.well-known/security.txt` says where to report a vulnerability.',
    proofs: [
      {
        file: 'server/src/http/security-txt.test.ts',
        test: 'tells people who found a hole whom to write to',
        broken: 'no such file',
      },
    ],
  },
];
