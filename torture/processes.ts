import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { limits } from '../contract/src/limits.ts';
import { openSession } from '../server/src/domains/auth/actions.ts';
import { makeCard, makeUser } from '../server/test/factories.ts';
import { brokenInvariants } from '../server/test/invariants.ts';
import { type Answer, type Asked, ask, demand } from './support/client.ts';
import { makePeople, type Person } from './support/people.ts';
import { type Figures, prove, type Stage } from './support/proof.ts';
import { startBalancer, startTwins, type Twins } from './support/twins.ts';

// Two servers on one database: what is written at one is there at the other, what ends at one has ended at the other, what is counted is
// counted once, and either can be restarted while people work. Usage: node torture/processes.ts [--only restarts] [--quick]

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, quick: { type: 'boolean', default: false } },
});
const rounds = options.quick ? 10 : 100;
const restarts = options.quick ? 1 : 3;
const oldestMs = 5_000;

let visitors = 0;
/** Somewhere nobody has asked from yet: limits are on here. */
const elsewhere = () => {
  visitors += 1;
  return { 'x-forwarded-for': `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}` };
};
const from = (how: Asked = {}): Asked => ({ ...how, headers: { ...elsewhere(), ...how.headers } });

/** Writes at one server and reads at the other, at once. */
async function seeOwnWrites(twins: Twins, { check }: Stage): Promise<number> {
  let seen = 0;
  for (let round = 0; round < rounds; round += 1) {
    const [person] = (await makePeople(twins.db, 1)) as [Person];
    const { token } = person;
    const [here, there] = round % 2 === 0 ? twins.apis : twins.apis.toReversed();
    const write = <T>(path: string, how: Asked) => demand<T>(here ?? '', path, from({ token, ...how }));
    const read = async (path: string) => JSON.stringify(await demand(there ?? '', path, from({ token })));
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
    seen += 7;
  }
  return seen;
}

/** How old the oldest answer was that a visitor got from the other server. */
async function ageOfPublicAnswers(twins: Twins, { check }: Stage): Promise<number> {
  let oldest = 0;
  const [person] = (await makePeople(twins.db, 1)) as [Person];
  for (let round = 0; round < rounds / 5; round += 1) {
    const [here = '', there = ''] = round % 2 === 0 ? twins.apis : twins.apis.toReversed();
    const postId = await makeCard(twins.db, { ownerId: person.id });
    const path = `/post?postId=${postId}`;
    // Kept at both.
    for (const api of twins.apis) await ask(api, path, from());
    const title = `Changed ${postId}`;
    await demand(
      here,
      '/r/post',
      from({ method: 'PUT', token: person.token, form: { postId: String(postId), title } }),
    );
    const since = performance.now();
    while (!(await ask(there, path, from())).text.includes(title)) {
      if (performance.now() - since > 2 * oldestMs) break;
      await sleep(5);
    }
    oldest = Math.max(oldest, performance.now() - since);
    if (round % 10 === 9) person.token = await openSession(twins.db, person.id, 'torture');
  }
  check(oldest <= oldestMs, `a visitor got an answer that was ${Math.round(oldest)} ms old`);
  return Math.round(oldest);
}

/** Sessions that end at one server have ended at the other when the answer is there. */
async function endSessions(twins: Twins, { check }: Stage): Promise<number> {
  const postId = await makeCard(twins.db);
  /** By calls that look a session up, and by those that remember it and let the statement that acts confirm it. */
  const ways: [string, Asked][] = [
    ['/r/user', {}],
    [`/r/post?postId=${postId}`, {}],
    ['/r/post_like', { method: 'PUT', body: { postId, liked: true } }],
    ['/r/comment', { method: 'POST', body: { postId, rawText: 'Still here?' } }],
  ];
  const openWays = async (token: string, which: number) => {
    const answers = await Promise.all(
      ways.map(([path, how]) => ask(twins.apis[which % 2] ?? '', path, from({ ...how, token }))),
    );
    return countOf(answers, 200);
  };
  const endings: [string, (token: string, api: string) => Promise<unknown>][] = [
    ['signing out', (token, api) => demand(api, '/r/logout', from({ method: 'POST', token }))],
    ['leaving', (token, api) => demand(api, '/r/account', from({ method: 'DELETE', token }))],
    [
      'a new password',
      async (token, api) => {
        await demand(
          api,
          '/r/updateuserpasswd',
          from({ method: 'PUT', token, body: { passwd: 'a quite new river' } }),
        );
        await demand(api, '/r/logout', from({ method: 'POST', token }));
      },
    ],
  ];
  let ended = 0;
  for (let round = 0; round < Math.ceil(rounds / 5); round += 1) {
    for (const [name, end] of endings) {
      const id = await makeUser(twins.db, { role: 'kRegular' });
      const tokens = [await openSession(twins.db, id, 'here'), await openSession(twins.db, id, 'there')];
      const [first = '', second = ''] = tokens;
      for (const which of [0, 1]) {
        // So that both servers know it.
        await openWays(second, which);
        check((await openWays(first, which)) === ways.length, 'a new session is not good everywhere');
      }
      await end(first, twins.apis[round % 2] ?? '');
      for (const which of [0, 1])
        check((await openWays(first, which)) === 0, `after ${name} a session is still good`);
      if (name !== 'signing out')
        for (const which of [0, 1])
          check((await openWays(second, which)) === 0, `after ${name} another session is still good`);
      ended += 1;
    }
  }
  return ended;
}

const countOf = (answers: readonly Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

/** Everything at once, at both servers in turn. */
function rush(twins: Twins, count: number, asking: (index: number) => [string, Asked]): Promise<Answer[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) => {
      const [path, how] = asking(index);
      return ask(twins.apis[index % 2] ?? '', path, how);
    }),
  );
}

async function countOnce(twins: Twins, { check }: Stage): Promise<number> {
  const postId = await makeCard(twins.db);
  const [person] = (await makePeople(twins.db, 1)) as [Person];
  const { token } = person;
  const here = elsewhere();
  const budgets: [string, number, number, (index: number) => [string, Asked]][] = [
    [
      'feedback',
      limits.feedback.address.points,
      200,
      () => ['/feedback', { method: 'POST', headers: here, body: { feedback: 'Hello' } }],
    ],
    [
      'comments',
      limits.comments.user.points,
      200,
      (index) => ['/r/comment', from({ method: 'POST', token, body: { postId, rawText: `Words ${index}` } })],
    ],
    [
      'likes',
      limits.likes.user.points,
      200,
      () => ['/r/post_like', from({ method: 'PUT', token, body: { postId, liked: true } })],
    ],
    ['search', limits.search.user.points, 200, (index) => [`/r/searchfeed?q=word${index}`, from({ token })]],
    [
      'guesses',
      limits.signIn.account.points,
      400,
      () => ['/login', from({ method: 'POST', body: { emailId: person.email, password: 'not this one' } })],
    ],
    [
      'registrations',
      limits.register.address.points,
      200,
      (index) => [
        '/register',
        {
          method: 'POST',
          headers: here,
          body: {
            firstName: 'A',
            lastName: 'B',
            password: 'quiet river',
            emailID: `twin-${index}@example.org`,
          },
        },
      ],
    ],
  ];
  for (const [name, points, status, asking] of budgets) {
    const answers = await rush(twins, points + 10, asking);
    const [allowed, refused] = [countOf(answers, status), countOf(answers, 429)];
    check(
      allowed === points && refused === 10,
      `${name}: ${allowed} allowed and ${refused} refused instead of ${points} and 10`,
    );
  }
  // The general budget begins with the minute. It is that of a user, which is small enough to be used up before the minute ends.
  const { points } = limits.general.user;
  await sleep(60_000 - (Date.now() % 60_000));
  const answers = await rush(twins, 2 * points, () => ['/r/user', from({ token })]);
  const [allowed, refused] = [countOf(answers, 200), countOf(answers, 429)];
  check(
    Math.abs(allowed - points) <= points / 20 && allowed + refused === 2 * points,
    `the general budget of two servers: ${allowed} allowed and ${refused} refused instead of ${points} each`,
  );
  return budgets.length + 1;
}

/** People go on while both servers are restarted, one after the other. */
async function restartUnderLoad(
  twins: Twins,
  stage: Stage,
): Promise<{ requests: number; bad: number; slowestMs: number; refused: number; dropped: number }> {
  const balancer = await startBalancer(twins.each.map(({ port }) => port));
  stage.opened.defer(() => balancer.stop());
  const people = await makePeople(twins.db, 60);
  const cards = await Promise.all(people.slice(0, 10).map(({ id }) => makeCard(twins.db, { ownerId: id })));
  const photo = (
    await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#357' } })
      .png()
      .toBuffer()
  ).toString('base64');
  const ending = new AbortController();
  const counted = { requests: 0, bad: 0, slowestMs: 0 };
  const work = async (worker: number) => {
    for (let turn = worker; !ending.signal.aborted; turn += 8) {
      const { token } = people[turn % people.length] ?? { token: '' };
      const postId = cards[turn % cards.length];
      const kinds: [string, Asked][] = [
        [`/post?postId=${postId}`, {}],
        [`/r/post?postId=${postId}`, { token }],
        ['/r/feed', { token }],
        ['/r/post_like', { method: 'PUT', token, body: { postId, liked: turn % 2 === 0 } }],
        ['/posts?limit=7', {}],
        ['/r/comment', { method: 'POST', token, body: { postId, rawText: `Turn ${turn}` } }],
        // Takes its time, so that there is always one in the middle of it.
        ['/r/updateuserphoto', { method: 'PUT', token, form: { photoBase64: photo } }],
      ];
      const [path, how] = kinds[Math.floor(turn / 8) % kinds.length] ?? ['/tags', {}];
      const answer = await ask(balancer.api, path, from(how)).catch((error: Error) => error);
      counted.requests += 1;
      if (answer instanceof Error || answer.status >= 500) {
        counted.bad += 1;
        stage.fail(
          `${path} while restarting: ${answer instanceof Error ? answer.message : `${answer.status} ${answer.text}`}`,
        );
      } else counted.slowestMs = Math.max(counted.slowestMs, answer.ms);
      await sleep(20);
    }
  };
  const working = Promise.all(Array.from({ length: 8 }, (_, worker) => work(worker)));
  for (let turn = 0; turn < restarts; turn += 1) {
    for (const which of [0, 1] as const) {
      await sleep(500);
      await twins.restart(which);
    }
  }
  await sleep(500);
  ending.abort();
  await working;
  const { refused, dropped } = balancer;
  stage.check(dropped.length === 0, `${dropped.length} requests were dropped, the first ${dropped[0]}`);
  return { ...counted, refused, dropped: dropped.length };
}

await prove({ promise: '21, 23', name: 'processes' }, async (stage) => {
  const twins = await startTwins(stage, { RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' });
  const figures = options.only === 'restarts' ? {} : await actAsOne(twins, stage);
  const { requests, bad, slowestMs, refused, dropped } = await restartUnderLoad(twins, stage);
  console.log(
    `${requests} requests while servers were restarted, the slowest took ${Math.round(slowestMs)} ms`,
  );
  const broken = await brokenInvariants(twins.db, ['a score follows its counts']);
  stage.check(broken.length === 0, broken.join('; '));
  return {
    ...figures,
    restarts: restarts * 2,
    'requests meanwhile': requests,
    'refused, and asked of the other server': refused,
    dropped,
    '5xx': bad,
  };
});

async function actAsOne(twins: Twins, stage: Stage): Promise<Figures> {
  const seen = await seeOwnWrites(twins, stage);
  console.log(`${seen} own writes were looked at from the other server`);
  const oldest = await ageOfPublicAnswers(twins, stage);
  console.log(`public answers were ${oldest} ms old at the most`);
  const ended = await endSessions(twins, stage);
  console.log(`${ended} sessions ended at one server and were looked at from both`);
  const counted = await countOnce(twins, stage);
  console.log(`${counted} budgets were counted once`);
  return {
    'own writes looked for elsewhere': seen,
    'ms the oldest public answer': oldest,
    'sessions ended': ended,
    'limits counted once': counted,
  };
}
