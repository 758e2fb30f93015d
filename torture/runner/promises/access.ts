import { domains, type Promised } from './promise.ts';

/** Access and disclosure. */
export const access: readonly Promised[] = [
  {
    number: '7',
    text: 'Every call says who may make it, and refuses all others, for their own content as well as for others’.',
    proofs: [
      {
        file: 'server/src/permissions.test.ts',
        test: 'finds that %s may do what is said of them, and that a refusal writes nothing',
        broken:
          'admitting creators to what is for admins; a policy that says yes to all; a refused edit that writes first',
      },
      { torture: 'mutation', broken: 'every change it makes is one; what no test notices is listed' },
    ],
  },
  {
    number: '8',
    text: 'Links and sessions cannot be guessed, are kept as hashes and are good for one thing, one person and once; a session that ends has ended everywhere.',
    proofs: [
      {
        file: `${domains}/auth/single-use.test.ts`,
        test: 'lets one of fifty who use the same reset link set the password',
        broken: 'reading a reset link without using it up',
      },
      {
        file: `${domains}/auth/sessions.test.ts`,
        test: 'when its person signs out',
        broken: 'remembering sessions in the process',
      },
      {
        file: `${domains}/admin/roles.test.ts`,
        test: 'changes what the person may do on their very next request',
        broken: 'remembering roles in the process',
      },
      {
        torture: 'races',
        broken:
          'a reset link that is only read; a card that is not locked while it is looked at; sessions remembered by each server',
      },
      { torture: 'mutation', broken: 'every change it makes is one; what no test notices is listed' },
    ],
  },
  {
    number: '9',
    text: 'Sign-in, sign-up and reset say and take the same for addresses that have an account and for those that have none.',
    proofs: [
      {
        file: `${domains}/auth/timing.test.ts`,
        test: 'takes as long to refuse a wrong password as an unknown address',
        broken: 'hashing nothing where there is no account',
      },
    ],
  },
  {
    number: '10',
    text: 'Google and Facebook open the account that belongs to the person and no other; links in e-mails lead here, whatever a request claimed.',
    proofs: [
      {
        file: `${domains}/auth/google.test.ts`,
        test: 'takes over an account that nobody has verified: its password, links and sessions end',
        broken: 'keeping the password that another person had set for the address',
      },
      {
        file: `${domains}/auth/google.test.ts`,
        test: 'makes no account and no link when the address is %s',
        broken: 'not asking whether the address is verified',
      },
      {
        file: `${domains}/mail/links.test.ts`,
        test: 'links in e-mails lead to the public address, whatever a request says about where it came to',
        broken: 'links that begin with another address than the configured one',
      },
    ],
  },
  {
    number: '11',
    text: 'No user learns another’s address, number or token; only admins see roles.',
    proofs: [
      {
        file: 'server/src/leaks.test.ts',
        test: 'no answer tells %s the address, number, token or role of somebody else',
        broken: 'an address in what everybody sees of a person; a role for everybody',
      },
    ],
  },
  {
    number: 'Demo',
    text: 'Only its operator can use the demo: it is off where others reach the server, unless switched on, and its mailbox and sign-in provider need the key of the start line.',
    proofs: [
      {
        file: 'e2e/journeys/demo.spec.ts',
        test: 'what somebody tried out alone is closed when the server listens for everybody',
        broken: 'a demo wherever there is no `DATABASE_URL`',
      },
      {
        file: `${domains}/auth/demo-accounts.test.ts`,
        test: 'does not let a demo person sign in with the published password when the demo is off',
        broken: 'signing in everybody whose password is right',
      },
      {
        file: `${domains}/mail/mailbox.test.ts`,
        test: 'says to open the link of the start, and nothing else, to somebody at this machine %s',
        broken: 'trusting every peer with a loopback address',
      },
      {
        file: `${domains}/auth/demo-provider.test.ts`,
        test: 'tells somebody without the key of the start how to get it, and lets nobody be chosen',
        broken: 'trusting every peer with a loopback address',
      },
      {
        file: `${domains}/auth/demo-provider-first-use.test.ts`,
        test: 'keeps nobody waiting while the first person signs in by it',
        broken: 'loading the provider with its first request',
      },
      {
        file: 'scripts/lib/deploy.test.js',
        test: 'nobody finds a demo in what is deployed, whatever else is set',
        broken: 'a container without `DEMO=off`',
      },
    ],
  },
];
