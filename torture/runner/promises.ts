/** A test of `npm test`, by its file and its title, or a script of this folder; and what was done to see it fail. */
export type Proof = ({ file: string; test?: string } | { torture: string }) & { broken: string };

export interface Promised {
  /** As others refer to it. */
  number: string;
  says: string;
  proofs: readonly Proof[];
}

const rooms = 'server/src/domains';

/** Everything we promise, in our own words. Tests that only say more of the same are left out. */
export const promises: readonly Promised[] = [
  {
    number: '1',
    says: 'What has been answered is still there after the server, the database or both were killed, and nothing is there by half.',
    proofs: [
      {
        torture: 'kill',
        broken: 'commits that do not wait for the disk: likes, comments and links were gone',
      },
    ],
  },
  {
    number: '2',
    says: 'Asking again with the same key gives the same answer and makes nothing twice, whatever died in between.',
    proofs: [
      { torture: 'kill', broken: 'keeping no answer with what was written' },
      {
        file: 'server/src/http/idempotency.test.ts',
        test: 'gives somebody who asks again the same answer, and writes once',
        broken: 'not keeping the answer with the rest of the transaction',
      },
    ],
  },
  {
    number: '3',
    says: 'Counts equal what they count, nothing is there twice or hangs in the air, and no secret stands anywhere as it is.',
    proofs: [
      { torture: 'kill', broken: 'commits that do not wait for the disk' },
      {
        file: `${rooms}/auth/secrets.test.ts`,
        test: 'keeps no token and no password in any column',
        broken: 'keeping the bytes of tokens instead of hashes; keeping letters that were sent, in base64',
      },
    ],
  },
  {
    number: '4',
    says: 'Lists keep the order people gave them, however often something is put at the same spot, and by however many at once.',
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
    says: 'A copy that was made while people wrote gives back the whole site, pictures included.',
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
    says: 'Changes of the schema happen once, finish after being killed, and leave older processes working.',
    proofs: [
      {
        file: 'server/src/db/migrate.test.ts',
        test: 'that is killed in the middle leaves whole steps behind, and the next start does the rest once',
        broken: 'steps without a transaction',
      },
      {
        file: 'server/src/db/migrate.test.ts',
        test: 'by several processes at once happens once, and readiness waits for it',
        broken: 'no lock around them',
      },
    ],
  },
  {
    number: '7',
    says: 'Every call says who may make it, and lets in nobody else, neither to their own things nor to others’.',
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
    says: 'Links and sessions cannot be guessed, are kept as hashes and are good for one thing, one person and once; a session that ends has ended everywhere.',
    proofs: [
      {
        file: `${rooms}/auth/single-use.test.ts`,
        test: 'lets one of fifty who use the same reset link set the password',
        broken: 'reading a reset link without using it up',
      },
      {
        file: `${rooms}/auth/sessions.test.ts`,
        test: 'when its person signs out',
        broken: 'remembering sessions in the process',
      },
      {
        file: `${rooms}/admin/roles.test.ts`,
        test: 'changes what the person may do on their very next request',
        broken: 'remembering roles in the process',
      },
      {
        torture: 'races',
        broken:
          'a reset link that is only read; a card that is not locked while it is looked at; sessions remembered by each server',
      },
    ],
  },
  {
    number: '9',
    says: 'Sign-in, sign-up and reset say and take the same for addresses that have an account and for those that have none.',
    proofs: [
      {
        file: `${rooms}/auth/timing.test.ts`,
        test: 'takes as long to refuse a wrong password as an unknown address',
        broken: 'hashing nothing where there is no account',
      },
    ],
  },
  {
    number: '10',
    says: 'Google and Facebook open the account that belongs to the person and no other; links in letters lead here, whatever a request claimed.',
    proofs: [
      {
        file: `${rooms}/auth/google.test.ts`,
        test: 'takes over an account that nobody has verified: its password, links and sessions end',
        broken: 'keeping the password somebody had set for an address that was not theirs',
      },
      {
        file: `${rooms}/auth/google.test.ts`,
        test: 'makes no account and no link when the address is %s',
        broken: 'not asking whether the address is verified',
      },
      {
        file: `${rooms}/mail/links.test.ts`,
        test: 'links in letters lead to the public address, whatever a request says about where it came to',
        broken: 'links that begin with another address than the configured one',
      },
    ],
  },
  {
    number: '11',
    says: 'Nobody learns another’s address, number, token or, but for admins, role.',
    proofs: [
      {
        file: 'server/src/leaks.test.ts',
        test: 'no answer tells %s the address, number, token or role of somebody else',
        broken: 'an address in what everybody sees of a person; a role for everybody',
      },
    ],
  },
  {
    number: '12',
    says: 'What does not fit its form is refused with a reason and changes nothing.',
    proofs: [
      {
        file: 'server/src/http/bodies.test.ts',
        test: 'is refused when it is too large or of another media type',
        broken: 'ten times the size',
      },
      {
        file: 'server/src/http/raw-requests.test.ts',
        broken: 'requests that name two hosts, which it found',
      },
      { torture: 'slow-clients', broken: 'no limits of time for headers, bodies and uploads' },
    ],
  },
  {
    number: '13',
    says: 'What somebody writes is shown to others and never runs.',
    proofs: [
      {
        file: 'server/src/lib/rich-text.test.ts',
        test: 'keeps links that lead to the web or to a mailbox, says what they are, and drops all others',
        broken: 'links that lead anywhere',
      },
      {
        torture: 'xss',
        broken: 'rich text as it came; a handler that no filter named; links that run a script',
      },
    ],
  },
  {
    number: '14',
    says: 'Pictures are taken for what their bytes are, within limits, and lose what the camera knew.',
    proofs: [
      {
        file: `${rooms}/media/picture.test.ts`,
        test: 'is the first frame of a moving picture',
        broken: 'decoding all frames',
      },
      {
        torture: 'hostile-files',
        broken:
          'no limit to how many pixels; keeping what the camera knew; letting drawings through to the decoder',
      },
    ],
  },
  {
    number: '15',
    says: 'The server asks only hosts it was told of, follows nobody elsewhere, and reads no more and no longer than it needs.',
    proofs: [
      {
        file: 'server/src/lib/outbound.test.ts',
        test: 'follows nobody elsewhere',
        broken: 'following redirects',
      },
      {
        file: 'server/src/lib/outbound.test.ts',
        test: 'reads no more than it wants (%s)',
        broken: 'reading to the end',
      },
    ],
  },
  {
    number: '16',
    says: 'No text becomes part of a statement, and no pattern takes more than linear time.',
    proofs: [
      {
        file: `${rooms}/users/people-search.test.ts`,
        test: 'takes wildcards and other signs for what they are',
        broken: 'putting what was typed between wildcards',
      },
      {
        file: 'scripts/lib/expressions.test.js',
        broken: 'planted ones, and six of our own that it found',
      },
    ],
  },
  {
    number: '17',
    says: 'Nothing that can be sent makes the server fail, or answer what its own description does not know.',
    proofs: [
      {
        file: 'server/src/fuzz.test.ts',
        broken: 'forms that were cut short and ids sent as text, both of which it found',
      },
      { torture: 'fuzz', broken: 'the same' },
    ],
  },
  {
    number: '18',
    says: 'While the database is away people are told so within seconds; when it is back, so is everything.',
    proofs: [
      {
        file: 'server/src/http/health.test.ts',
        test: 'says no while the database is away, and liveness stays',
        broken: 'saying ready whatever the checks say',
      },
      {
        file: 'server/src/db/silence.test.ts',
        test: 'gives up on answers that do not come ($kind), and starts afresh',
        broken: 'never hanging up',
      },
      { torture: 'faults', broken: 'not limiting how long an answer may take: none came within 40 s' },
    ],
  },
  {
    number: '19',
    says: 'A letter goes out if and only if what it tells of happened, also when the mail server was away for hours.',
    proofs: [
      {
        file: `${rooms}/mail/mail.test.ts`,
        test: 'keeps a letter while the mail server is down, tries again within a minute, and delivers when it is back',
        broken: 'not trying again',
      },
      {
        torture: 'faults',
        broken:
          'letters in a transaction of their own: one came of a sign-up that failed; a new Message-ID for each try',
      },
    ],
  },
  {
    number: '20',
    says: 'What others are slow at, or what is much work, slows down nothing else.',
    proofs: [
      {
        torture: 'uploads',
        broken:
          'forms that are read and decoded by the process that answers, as they were at first: × 24 for the slowest',
      },
      {
        torture: 'faults',
        broken:
          'a storage, and a YouTube, without a breaker: every request waited for its own time to be over; a still that is asked for once only',
      },
    ],
  },
  {
    number: '21',
    says: 'A server that is asked to end answers what it has accepted, and two that are restarted in turn drop nothing.',
    proofs: [
      {
        torture: 'drain',
        broken: 'asking those inside to leave before the door is closed, as it was: 2 of 990 were reset',
      },
      {
        torture: 'processes',
        broken: 'ending at once: 6 of 248 were dropped; the door as it was: 3 of 1,999',
      },
    ],
  },
  {
    number: '22',
    says: 'What is too much is refused at once with a time to come back, and who is too slow is let go.',
    proofs: [
      {
        file: 'server/src/http/pressure.test.ts',
        test: 'turns people away while it cannot keep up, says when to come back, and does not pass for dead',
        broken: 'refusing also to say that the process lives',
      },
      {
        torture: 'overload',
        broken: 'a line of those who search that has no end; waiting for a connection for ever',
      },
      {
        torture: 'slow-clients',
        broken: 'looking for late connections every five seconds only; no limits of time at all',
      },
      {
        torture: 'soak',
        broken: 'keeping a little of every request, and a file open of every hundredth',
      },
    ],
  },
  {
    number: '23',
    says: 'Several servers are one to those who use them: own writes are everywhere at once, budgets are counted once, shared answers are five seconds old at the most.',
    proofs: [
      {
        torture: 'processes',
        broken:
          'answers kept for a minute whatever is said; budgets counted by each server for itself; sessions remembered by each',
      },
      {
        torture: 'races',
        broken: 'a card that is not locked while it is looked at; roles remembered by each server',
      },
      {
        file: 'server/src/http/byte-cache.test.ts',
        test: 'shows a new card at once, although it was kept',
        broken: 'not emptying the cache on a notice',
      },
    ],
  },
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
