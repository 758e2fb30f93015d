import { domains, type Promised } from './promise.ts';

/** Faults, overload, restarts and several servers. */
export const failuresAndLoad: readonly Promised[] = [
  {
    number: '18',
    text: 'While the database is away people are told so within seconds; when it is back, so is everything.',
    proofs: [
      {
        file: 'server/src/http/health.test.ts',
        test: 'says no while the database is away, and liveness stays',
        broken: 'saying ready whatever the checks say',
      },
      {
        file: 'server/src/db/timeout-client.test.ts',
        test: 'gives up on answers that do not come ($kind), and starts afresh',
        broken: 'never hanging up',
      },
      {
        file: 'server/src/http/refused-pages.test.ts',
        test: 'a page made while the database is away carries 503 and is not kept',
        broken: 'the status of the page alone: 200, kept for five seconds',
      },
      { torture: 'faults', broken: 'not limiting how long an answer may take: none came within 40 s' },
    ],
  },
  {
    number: '19',
    text: 'An e-mail is sent if and only if its cause was committed, also when the mail server was down for hours.',
    proofs: [
      {
        file: `${domains}/mail/mail.test.ts`,
        test: 'keeps an e-mail while the mail server is down, tries again within a minute, and delivers when it is back',
        broken: 'not trying again',
      },
      {
        torture: 'faults',
        broken:
          'e-mails in a separate transaction: one was sent for a sign-up that failed; a new Message-ID for each try',
      },
    ],
  },
  {
    number: '20',
    text: 'Slow external services and heavy work do not slow down other requests.',
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
    text: 'A server that is asked to end answers what it has accepted, and two that are restarted in turn drop nothing.',
    proofs: [
      {
        torture: 'drain',
        broken: 'closing idle connections before refusing new ones, as it was: 2 of 990 were reset',
      },
      {
        file: 'server/src/shutdown.test.ts',
        test: 'a busy server that stops accepting resets no connection',
        broken: 'reading new connections while it waits for the last one, as it was',
      },
      {
        file: 'server/src/cluster.test.ts',
        test: 'replaces an HTTP process that is killed before it listens',
        broken: 'replacing only processes that have listened, as it was',
      },
      {
        file: 'server/src/cluster.test.ts',
        test: 'resets no connection when it stops while its processes are busy',
        broken: 'closing each process at once, as it was',
      },
      {
        torture: 'processes',
        broken: 'ending at once: 6 of 248 were dropped; the former order of shutdown: 3 of 1,999',
      },
    ],
  },
  {
    number: '22',
    text: 'Excess requests are refused at once with Retry-After, and slow clients are disconnected.',
    proofs: [
      {
        file: 'server/src/http/pressure.test.ts',
        test: 'turns people away while it cannot keep up, says when to come back, and does not pass for dead',
        broken: 'refusing also to say that the process lives',
      },
      {
        torture: 'overload',
        broken: 'an unbounded queue of searches; no timeout for getting a connection',
      },
      {
        file: 'server/src/http/client-disconnect.test.ts',
        test: 'a client that hangs up on %s leaves no error in the log',
        broken: 'counting a request whose connection has no address any more',
      },
      {
        torture: 'slow-clients',
        broken: 'checking for expired connections only every five seconds; no timeouts at all',
      },
      {
        torture: 'soak',
        broken: 'leaking a little memory per request, and a file handle per hundredth',
      },
    ],
  },
  {
    number: '23',
    text: 'Several servers behave as one: own writes are visible everywhere at once, limits are counted once, cached answers are at most five seconds old.',
    proofs: [
      {
        torture: 'processes',
        broken:
          'answers cached for a minute without invalidation; limits counted by each server; sessions cached by each',
      },
      {
        torture: 'races',
        broken: 'a card that is not locked while it is checked; roles cached by each server',
      },
      {
        file: 'server/src/http/limits.test.ts',
        test: 'allow one budget together, also when twice as much is asked at once',
        broken: 'exchanging counts once a second: 447 of 400 were allowed',
      },
      {
        file: 'server/src/http/byte-cache.test.ts',
        test: 'shows a new card at once, although it was kept',
        broken: 'not emptying the cache on a notice',
      },
    ],
  },
];
