import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { limits } from '../contract/src/limits.ts';
import { issueToken } from '../server/src/domains/auth/actions.ts';
import { makeCard, makeUser } from '../server/test/factories.ts';
import { brokenInvariants } from '../server/test/invariants.ts';
import { type ApiResponse, type RequestOptions, requestJson, sendRequest } from './support/client.ts';
import { makePeople, type Person } from './support/people.ts';
import { type Figures, runTortureScript, type ScriptContext } from './support/torture-script.ts';
import { startBalancer, startTwoServers, type TwoServers } from './support/two-servers.ts';

// Two servers on one database: writes and ended sessions are visible on both at once, limits are counted once, and
// either server can be restarted under load. Usage: node torture/processes.ts [--only restarts] [--quick]

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, quick: { type: 'boolean', default: false } },
});
const rounds = options.quick ? 10 : 100;
const restarts = options.quick ? 1 : 3;
const allowedAgeMs = 5_000;

let visitors = 0;
/** A client address not used before, because rate limits are on. */
const newAddress = () => {
  visitors += 1;
  return { 'x-forwarded-for': `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}` };
};
const fromNewAddress = (options: RequestOptions = {}): RequestOptions => ({
  ...options,
  headers: { ...newAddress(), ...options.headers },
});

/** Writes on one server and reads on the other right away. */
async function checkOwnWrites(servers: TwoServers, { check }: ScriptContext): Promise<number> {
  let checked = 0;
  for (let round = 0; round < rounds; round += 1) {
    const [person] = (await makePeople(servers.db, 1)) as [Person];
    const { token } = person;
    const [here, there] = round % 2 === 0 ? servers.apis : servers.apis.toReversed();
    const write = <T>(path: string, options: RequestOptions) =>
      requestJson<T>(here ?? '', path, fromNewAddress({ token, ...options }));
    const read = async (path: string) =>
      JSON.stringify(await requestJson(there ?? '', path, fromNewAddress({ token })));
    const mark = `Mark ${person.id}`;
    const { feedItemModel } = await write<{ feedItemModel: { postModel: { id: number } } }>('/r/post', {
      method: 'POST',
      form: { title: mark, statusText: 'Some words.' },
    });
    const postId = feedItemModel.postModel.id;
    check((await read(`/r/post?postId=${postId}`)).includes(mark), 'a new card is not at the other server');
    check((await read('/r/posts')).includes(mark), 'a new card is not in one’s list at the other server');
    check((await read('/r/feed')).includes(mark), 'a new card is not in one’s feed at the other server');
    await write('/r/post_like', { method: 'PUT', body: { postId, liked: true } });
    check(
      (await read(`/r/post?postId=${postId}`)).includes('"likedByViewer":true'),
      'a like is not at the other server',
    );
    await write('/r/comment', { method: 'POST', body: { postId, rawText: `Words of ${mark}` } });
    check(
      (await read(`/r/post?postId=${postId}`)).includes(`Words of ${mark}`),
      'a comment is not at the other server',
    );
    await write('/r/updateusername', { method: 'PUT', body: { firstName: mark, lastName: 'Newly' } });
    check((await read('/r/user')).includes(mark), 'a new name is not at the other server');
    await write(`/r/post?postId=${postId}`, { method: 'DELETE' });
    check(!(await read('/r/posts')).includes(mark), 'a deleted card is still at the other server');
    checked += 7;
  }
  return checked;
}

/** Age of the oldest cached answer that a visitor got from the other server, in milliseconds. */
async function maxPublicAge(servers: TwoServers, { check }: ScriptContext): Promise<number> {
  let maxAgeMs = 0;
  const [person] = (await makePeople(servers.db, 1)) as [Person];
  for (let round = 0; round < rounds / 5; round += 1) {
    const [here = '', there = ''] = round % 2 === 0 ? servers.apis : servers.apis.toReversed();
    const postId = await makeCard(servers.db, { ownerId: person.id });
    const path = `/post?postId=${postId}`;
    // Fill both caches.
    for (const api of servers.apis) await sendRequest(api, path, fromNewAddress());
    const title = `Changed ${postId}`;
    await requestJson(
      here,
      '/r/post',
      fromNewAddress({ method: 'PUT', token: person.token, form: { postId: String(postId), title } }),
    );
    const since = performance.now();
    while (!(await sendRequest(there, path, fromNewAddress())).text.includes(title)) {
      if (performance.now() - since > 2 * allowedAgeMs) break;
      await sleep(5);
    }
    maxAgeMs = Math.max(maxAgeMs, performance.now() - since);
    if (round % 10 === 9) person.token = await issueToken(servers.db, person.id, 'torture');
  }
  check(maxAgeMs <= allowedAgeMs, `a visitor got an answer that was ${Math.round(maxAgeMs)} ms old`);
  return Math.round(maxAgeMs);
}

/** A session ended on one server is refused on both as soon as the call is answered. */
async function checkEndedSessions(servers: TwoServers, { check }: ScriptContext): Promise<number> {
  const postId = await makeCard(servers.db);
  /** Calls that look the session up first, and calls that check it within their own statement. */
  const calls: [string, RequestOptions][] = [
    ['/r/user', {}],
    [`/r/post?postId=${postId}`, {}],
    ['/r/post_like', { method: 'PUT', body: { postId, liked: true } }],
    ['/r/comment', { method: 'POST', body: { postId, rawText: 'Still here?' } }],
  ];
  const countAllowed = async (token: string, which: number) => {
    const responses = await Promise.all(
      calls.map(([path, options]) =>
        sendRequest(servers.apis[which % 2] ?? '', path, fromNewAddress({ ...options, token })),
      ),
    );
    return countOf(responses, 200);
  };
  const endings: [string, (token: string, api: string) => Promise<unknown>][] = [
    ['signing out', (token, api) => requestJson(api, '/r/logout', fromNewAddress({ method: 'POST', token }))],
    ['leaving', (token, api) => requestJson(api, '/r/account', fromNewAddress({ method: 'DELETE', token }))],
    [
      'a new password',
      async (token, api) => {
        await requestJson(
          api,
          '/r/updateuserpasswd',
          fromNewAddress({ method: 'PUT', token, body: { passwd: 'a quite new river' } }),
        );
        await requestJson(api, '/r/logout', fromNewAddress({ method: 'POST', token }));
      },
    ],
  ];
  let ended = 0;
  for (let round = 0; round < Math.ceil(rounds / 5); round += 1) {
    for (const [name, end] of endings) {
      const id = await makeUser(servers.db, { role: 'kRegular' });
      const tokens = [await issueToken(servers.db, id, 'here'), await issueToken(servers.db, id, 'there')];
      const [first = '', second = ''] = tokens;
      for (const which of [0, 1]) {
        // Both servers have seen the session.
        await countAllowed(second, which);
        check((await countAllowed(first, which)) === calls.length, 'a new session is not good everywhere');
      }
      await end(first, servers.apis[round % 2] ?? '');
      for (const which of [0, 1])
        check((await countAllowed(first, which)) === 0, `after ${name} a session is still good`);
      if (name !== 'signing out')
        for (const which of [0, 1])
          check((await countAllowed(second, which)) === 0, `after ${name} another session is still good`);
      ended += 1;
    }
  }
  return ended;
}

const countOf = (responses: readonly ApiResponse[], ...statuses: number[]) =>
  responses.filter(({ status }) => statuses.includes(status)).length;

/** Sends all requests at once, alternating between the servers. */
function sendConcurrently(
  servers: TwoServers,
  count: number,
  requestAt: (index: number) => [string, RequestOptions],
): Promise<ApiResponse[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) => {
      const [path, options] = requestAt(index);
      return sendRequest(servers.apis[index % 2] ?? '', path, options);
    }),
  );
}

async function checkSharedLimits(servers: TwoServers, { check }: ScriptContext): Promise<number> {
  const postId = await makeCard(servers.db);
  const [person] = (await makePeople(servers.db, 1)) as [Person];
  const { token } = person;
  const here = newAddress();
  const budgets: [string, number, number[], (index: number) => [string, RequestOptions]][] = [
    [
      'feedback',
      limits.feedback.address.points,
      [200],
      () => ['/feedback', { method: 'POST', headers: here, body: { feedback: 'Hello' } }],
    ],
    [
      'comments',
      limits.comments.user.points,
      [200],
      (index) => [
        '/r/comment',
        fromNewAddress({ method: 'POST', token, body: { postId, rawText: `Words ${index}` } }),
      ],
    ],
    [
      'likes',
      limits.likes.user.points,
      [200],
      () => ['/r/post_like', fromNewAddress({ method: 'PUT', token, body: { postId, liked: true } })],
    ],
    [
      'search',
      limits.search.user.points,
      // So many at once are more than may wait. Those are refused after they were counted.
      [200, 503],
      (index) => [`/r/searchfeed?q=word${index}`, fromNewAddress({ token })],
    ],
    [
      'guesses',
      limits.signIn.account.points,
      [400],
      () => [
        '/login',
        fromNewAddress({ method: 'POST', body: { emailId: person.email, password: 'not this one' } }),
      ],
    ],
    [
      'registrations',
      limits.register.address.points,
      // Without an address, because later ones need a proof of work.
      [400],
      (index) => [
        '/register',
        {
          method: 'POST',
          headers: here,
          body: {
            firstName: 'A',
            lastName: 'B',
            password: 'quiet river',
            emailID: `twin-${index}`,
          },
        },
      ],
    ],
  ];
  for (const [name, points, statuses, requestAt] of budgets) {
    const responses = await sendConcurrently(servers, points + 10, requestAt);
    const [allowed, refused] = [countOf(responses, ...statuses), countOf(responses, 429)];
    check(
      allowed === points && refused === 10,
      `${name}: ${allowed} allowed and ${refused} refused instead of ${points} and 10`,
    );
  }
  // The general limit is counted per clock minute. A user's is small enough to use up within one.
  const { points } = limits.general.user;
  await sleep(60_000 - (Date.now() % 60_000));
  const responses = await sendConcurrently(servers, 2 * points, () => ['/r/user', fromNewAddress({ token })]);
  const [allowed, refused] = [countOf(responses, 200), countOf(responses, 429)];
  check(
    Math.abs(allowed - points) <= points / 20 && allowed + refused === 2 * points,
    `the general budget of two servers: ${allowed} allowed and ${refused} refused instead of ${points} each`,
  );
  return budgets.length + 1;
}

/** Restarts the servers one after the other under load. */
async function restartUnderLoad(
  servers: TwoServers,
  context: ScriptContext,
): Promise<{ requests: number; errors: number; slowestMs: number; refused: number; dropped: number }> {
  const balancer = await startBalancer(servers.products.map(({ port }) => port));
  context.cleanup.defer(() => balancer.stop());
  const people = await makePeople(servers.db, 60);
  const cards = await Promise.all(people.slice(0, 10).map(({ id }) => makeCard(servers.db, { ownerId: id })));
  const photo = (
    await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#357' } })
      .png()
      .toBuffer()
  ).toString('base64');
  const ending = new AbortController();
  const counted = { requests: 0, errors: 0, slowestMs: 0 };
  const work = async (worker: number) => {
    for (let round = worker; !ending.signal.aborted; round += 8) {
      const { token } = people[round % people.length] ?? { token: '' };
      const postId = cards[round % cards.length];
      const kinds: [string, RequestOptions][] = [
        [`/post?postId=${postId}`, {}],
        [`/r/post?postId=${postId}`, { token }],
        ['/r/feed', { token }],
        ['/r/post_like', { method: 'PUT', token, body: { postId, liked: round % 2 === 0 } }],
        ['/posts?limit=7', {}],
        ['/r/comment', { method: 'POST', token, body: { postId, rawText: `Round ${round}` } }],
        // Slow, so that one is always in progress.
        ['/r/updateuserphoto', { method: 'PUT', token, form: { photoBase64: photo } }],
      ];
      const [path, options] = kinds[Math.floor(round / 8) % kinds.length] ?? ['/tags', {}];
      const response = await sendRequest(balancer.api, path, fromNewAddress(options)).catch(
        (error: Error) => error,
      );
      counted.requests += 1;
      if (response instanceof Error || response.status >= 500) {
        counted.errors += 1;
        context.fail(
          `${path} while restarting: ${response instanceof Error ? response.message : `${response.status} ${response.text}`}`,
        );
      } else counted.slowestMs = Math.max(counted.slowestMs, response.ms);
      await sleep(20);
    }
  };
  const working = Promise.all(Array.from({ length: 8 }, (_, worker) => work(worker)));
  for (let round = 0; round < restarts; round += 1) {
    for (const which of [0, 1] as const) {
      await sleep(500);
      await servers.restart(which);
    }
  }
  await sleep(500);
  ending.abort();
  await working;
  const { refused, dropped } = balancer;
  context.check(dropped.length === 0, `${dropped.length} requests were dropped, the first ${dropped[0]}`);
  return { ...counted, refused, dropped: dropped.length };
}

await runTortureScript({ promise: '21, 23', name: 'processes' }, async (context) => {
  const servers = await startTwoServers(context, { RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' });
  const figures = options.only === 'restarts' ? {} : await checkConsistency(servers, context);
  const { requests, errors, slowestMs, refused, dropped } = await restartUnderLoad(servers, context);
  console.log(
    `${requests} requests while servers were restarted, the slowest took ${Math.round(slowestMs)} ms`,
  );
  const broken = await brokenInvariants(servers.db, ['a score follows its counts']);
  context.check(broken.length === 0, broken.join('; '));
  return {
    ...figures,
    restarts: restarts * 2,
    'requests meanwhile': requests,
    'refused, and asked of the other server': refused,
    dropped,
    '5xx': errors,
  };
});

async function checkConsistency(servers: TwoServers, context: ScriptContext): Promise<Figures> {
  const checked = await checkOwnWrites(servers, context);
  console.log(`${checked} own writes were looked at from the other server`);
  const maxAgeMs = await maxPublicAge(servers, context);
  console.log(`public answers were ${maxAgeMs} ms old at the most`);
  const ended = await checkEndedSessions(servers, context);
  console.log(`${ended} sessions ended at one server and were looked at from both`);
  const counted = await checkSharedLimits(servers, context);
  console.log(`${counted} budgets were counted once`);
  return {
    'own writes looked for elsewhere': checked,
    'ms the oldest public answer': maxAgeMs,
    'sessions ended': ended,
    'limits counted once': counted,
  };
}
