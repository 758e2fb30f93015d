import { randomUUID } from 'node:crypto';
import type { Call, CallKey } from '@gyan/contract/call.ts';
import { calls } from '@gyan/contract/calls.ts';
import type { limits as defaults, LimitName } from '@gyan/contract/limits.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#config.ts';
import { type RequestOptions, startApp, type TestApp, type TestResponse } from '#test/app.ts';
import { makeCard, makeUser } from '#test/factories.ts';

/**
 * Smaller budgets, because the real ones take too long to use up. The general one must be larger than the
 * others.
 */
const { limits } = readConfig({
  LIMITS: `general.user=110/60, general.address=150/60, signIn.address=12/600, register.address=12/3600,
    factors.user=12/3600, factors.address=12/600,
    search.user=40/60, search.address=60/60`,
});
const unreachableUrl = 'http://127.0.0.1:9';
let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp({
    rateLimits: true,
    limits,
    trustedProxies: ['127.0.0.1'],
    google: { issuer: unreachableUrl, clientId: 'gyan', peopleUrl: unreachableUrl },
    facebook: { appId: 'gyan', appSecret: 'secret', graphUrl: unreachableUrl },
  });
});
afterAll(() => gyan.close());

let addresses = 0;
/** An address without requests so far. */
const newAddressHeaders = () => {
  addresses += 1;
  return { 'x-forwarded-for': `198.51.${addresses >> 8}.${addresses & 255}` };
};
const post = (path: string, options: RequestOptions) => gyan.request(path, { method: 'POST', ...options });
const put = (path: string, options: RequestOptions) => gyan.request(path, { method: 'PUT', ...options });

type SendRequest = (index: number) => Promise<TestResponse>;
/** Above the budget of a mailbox no request is refused. */
type Budgets = {
  [L in Exclude<LimitName, 'mailbox'>]: {
    [By in keyof (typeof defaults)[L] & string]: () => Promise<SendRequest>;
  };
};

const signedInUser = (role: 'kRegular' | 'kCreator' = 'kCreator') => gyan.signedIn({ role });
const guess = (emailId: string, headers: Record<string, string>) =>
  post('/login', { body: { emailId, password: 'not this one' }, headers });

/** One request for each budget. */
const draws: Budgets = {
  general: {
    user: async () => {
      const { token } = await signedInUser();
      return () => gyan.request('/r/user', { token, headers: newAddressHeaders() });
    },
    address: async () => {
      const headers = newAddressHeaders();
      return (index) => gyan.request(`/posts?n=${index}`, { headers });
    },
  },
  signIn: {
    account: async () => () => guess('guessed@example.org', newAddressHeaders()),
    address: async () => {
      const headers = newAddressHeaders();
      return (index) => guess(`guess-${index}@example.org`, headers);
    },
  },
  factors: {
    user: async () => {
      const { token } = await signedInUser();
      return () => post('/r/reauthenticate_options', { token, headers: newAddressHeaders() });
    },
    address: async () => {
      const headers = newAddressHeaders();
      return () => post('/passkey_login_options', { body: {}, headers });
    },
  },
  register: {
    address: async () => {
      const headers = newAddressHeaders();
      const form = { firstName: 'A', lastName: 'B', password: 'quiet river' };
      return (index) =>
        post('/register', { body: { ...form, emailID: `new-${index}@example.org` }, headers });
    },
  },
  verifyEmail: {
    address: async () => {
      const headers = newAddressHeaders();
      return () => post('/ve', { body: { regToken: 'x'.repeat(43) }, headers });
    },
  },
  resetPassword: {
    address: async () => {
      const headers = newAddressHeaders();
      return () =>
        put('/resetpassword', { body: { reqToken: 'x'.repeat(43), password: 'another river' }, headers });
    },
  },
  resetAndResend: {
    account: async () => () =>
      put('/resetpasswordreq', { body: { emailId: 'forgetful@example.org' }, headers: newAddressHeaders() }),
    address: async () => {
      const headers = newAddressHeaders();
      return (index) => put('/resetpasswordreq', { body: { emailId: `lost-${index}@example.org` }, headers });
    },
  },
  invitations: {
    user: async () => {
      const { token } = await signedInUser();
      return (index) => post('/r/invite', { token, body: { emailId: `guest-${index}@example.org` } });
    },
    userDaily: async () => {
      const { userId, token } = await signedInUser();
      return async (index) => {
        await gyan.db.query(sql`delete from rate_limits where key = ${`invitations:user:${userId}`}`);
        return post('/r/invite', { token, body: { emailId: `daily-${index}@example.org` } });
      };
    },
    account: async () => async () => {
      const { token } = await signedInUser();
      return post('/r/invite', { token, body: { emailId: 'wanted@example.org' } });
    },
  },
  ai: { user: asOne('/r/gen?p=') },
  videoMetadata: { user: asOne('/r/video_metadata') },
  comments: {
    user: async () => {
      const [{ token }, postId] = [await signedInUser('kRegular'), await makeCard(gyan.db)];
      return (index) => post('/r/comment', { token, body: { postId, rawText: `Words ${index}` } });
    },
  },
  cards: {
    user: async () => {
      const { token } = await signedInUser();
      return (index) => post('/r/post', { token, form: { statusText: `Words ${index}` } });
    },
  },
  edits: {
    user: async () => {
      const { userId, token } = await signedInUser();
      const postId = String(await makeCard(gyan.db, { ownerId: userId }));
      return (index) => put('/r/post', { token, form: { postId, title: `Words ${index}` } });
    },
  },
  likes: {
    user: async () => {
      const [{ token }, postId] = [await signedInUser('kRegular'), await makeCard(gyan.db)];
      return (index) => put('/r/post_like', { token, body: { postId, liked: index % 2 === 0 } });
    },
  },
  reviews: {
    user: async () => {
      const { token } = await signedInUser('kRegular');
      return () => gyan.request(`/r/review?reviewId=${randomUUID()}`, { method: 'DELETE', token });
    },
  },
  uploads: {
    user: async () => {
      const { token } = await signedInUser('kRegular');
      return () => put('/r/updateuserphoto', { token, form: { photoBase64: 'bm8gcGljdHVyZQ==' } });
    },
  },
  search: {
    user: asOne('/r/searchfeed?q=sun'),
    address: async () => {
      const headers = newAddressHeaders();
      return (index) => gyan.request(`/searchfeed?q=sun${index}`, { headers });
    },
  },
  reports: {
    user: async () => {
      const { token } = await signedInUser();
      const id = await makeCard(gyan.db);
      return () => post('/r/report', { token, body: { kind: 'post', id, reason: 'spam' } });
    },
  },
  visitorReports: {
    account: async () => {
      const id = await makeCard(gyan.db);
      const body = { kind: 'post', id, reason: 'spam', emailId: 'passer-by@example.org' };
      return () => post('/report', { body, headers: newAddressHeaders() });
    },
    address: async () => {
      const id = await makeCard(gyan.db);
      const headers = newAddressHeaders();
      return (index) =>
        post('/report', {
          body: { kind: 'post', id, reason: 'spam', emailId: `passer-by-${index}@example.org` },
          headers,
        });
    },
  },
  feedback: {
    address: async () => {
      const headers = newAddressHeaders();
      return () => post('/feedback', { body: { feedback: 'Well done.' }, headers });
    },
  },
};

function asOne(path: string) {
  return async (): Promise<SendRequest> => {
    const { token } = await signedInUser();
    return () => gyan.request(path, { token, headers: newAddressHeaders() });
  };
}

async function countAllowed(
  send: SendRequest,
  most: number,
): Promise<{ allowed: number; refusal: TestResponse | undefined }> {
  let allowed = 0;
  for (; allowed <= most; allowed += 1) {
    const answer = await send(allowed);
    if (answer.status === 429) return { allowed, refusal: answer };
  }
  return { allowed, refusal: undefined };
}

const budgets = Object.entries(draws).flatMap(([limit, ways]) =>
  Object.entries(ways).map(([by, begin]) => ({
    limit: limit as LimitName,
    by,
    begin,
  })),
);

describe('a budget', () => {
  it.each(budgets)(
    'of $limit by $by is as large as it says, and ends with a time to come back',
    async ({ limit, by, begin }) => {
      const { points, seconds } = (limits[limit] as Record<string, { points: number; seconds: number }>)[
        by
      ] ?? {
        points: 0,
        seconds: 0,
      };
      // The general budget is per calendar minute, so the test waits for a minute with enough time left.
      if (limit === 'general') await untilTheMinuteHasTime();
      const { allowed, refusal } = await countAllowed(await begin(), points);
      expect(allowed).toBe(points);
      expect(refusal?.body).toMatchObject({ status: 429, code: 'too_many_requests' });
      const wait = Number(refusal?.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(seconds);
    },
  );

  it('exists by itself: nobody elsewhere is refused for it', async () => {
    const send = await draws.feedback.address();
    await countAllowed(send, limits.feedback.address.points);
    expect((await send(0)).status).toBe(429);
    expect(
      (await post('/feedback', { body: { feedback: 'Hello' }, headers: newAddressHeaders() })).status,
    ).toBe(200);
  });
});

async function untilTheMinuteHasTime(): Promise<void> {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 8_000) await new Promise((resolve) => setTimeout(resolve, left));
}

const limited = (Object.entries(calls) as [CallKey, Call][]).flatMap(([key, call]) =>
  call.limit ? [{ key, call, limit: call.limit }] : [],
);

describe('a call that names a budget', () => {
  it.each(limited)('is refused when it is used up: $key', async ({ key, call, limit }) => {
    const email = `spent-${addresses}@example.org`;
    const headers = newAddressHeaders();
    const verified = key !== 'POST /r/resendverification';
    const { userId, token } = await gyan.signedIn({
      role: 'kAdmin',
      email,
      password: 'quiet river',
      verified,
    });
    // The current password is required only some time after sign-in.
    await gyan.db.query(
      sql`update sessions set created_at = now() - interval '1 hour' where user_id = ${userId}`,
    );
    const keys = { address: headers['x-forwarded-for'], account: email, user: userId, userDaily: userId };
    const spend = (counted: string, points: number) =>
      gyan.db.query(sql`
        insert into rate_limits (key, points, expire) values (${counted}, ${points}, ${Date.now() + 60_000})`);
    for (const [by, { points }] of Object.entries(limits[limit])) {
      await spend(`${limit}:${by}:${keys[by as keyof typeof keys]}`, points);
    }
    // Wrong factors have a budget of their own.
    await spend(`signIn:account:second factor ${userId}`, limits.signIn.account.points);
    const [method, path] = key.split(' ') as [string, string];
    const fields = {
      emailId: email,
      password: 'quiet river',
      googleJWT: 'a.b.c',
      authToken: 'token',
      regToken: 'token',
      reqToken: 'token',
      passwd: 'another river',
      currentPasswd: 'quiet river',
      name: 'Script',
      scope: 'read',
      ticket: 'ticket',
      kind: 'passkey',
      response: { id: 'passkey' },
      factorId: 1,
      code: '123456',
    };
    const inBody = call.body !== undefined && call.encoding !== 'multipart';
    const options: RequestOptions = { method, token: call.who === 'anyone' ? undefined : token, headers };
    const answer = await gyan.request(
      method === 'GET' ? `${path}?q=sun` : path,
      inBody ? { ...options, body: fields } : options,
    );
    expect(answer.body).toMatchObject({ code: 'too_many_requests' });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

it('counts a search under one name, however its address is written', async () => {
  const headers = newAddressHeaders();
  const forms = ['/searchfeed', '/searchfeed/', '/%73earchfeed', '/searchfee%64/'];
  const { allowed, refusal } = await countAllowed(
    (index) => gyan.request(`${forms[index % forms.length]}?q=word${index}`, { headers }),
    limits.search.address.points,
  );
  expect([allowed, refusal?.status]).toEqual([limits.search.address.points, 429]);
});

it('believes nobody who is no proxy of ours about where a request comes from', async () => {
  const open = await startApp({ rateLimits: true });
  try {
    const { allowed } = await countAllowed(
      () =>
        open.request('/feedback', {
          method: 'POST',
          body: { feedback: 'Hello' },
          headers: newAddressHeaders(),
        }),
      limits.feedback.address.points,
    );
    expect(allowed).toBe(limits.feedback.address.points);
  } finally {
    await open.close();
  }
});

it('is as large as whoever runs Gyan sets it, and the others stay as they are', async () => {
  const set = readConfig({ LIMITS: 'comments.user=3/90, general.address=30/2592000' });
  const own = await startApp({ rateLimits: true, trustedProxies: ['127.0.0.1'], limits: set.limits });
  try {
    const [{ token }, postId] = [await own.signedIn(), await makeCard(own.db)];
    const comments = await countAllowed(
      (index) =>
        own.request('/r/comment', {
          method: 'POST',
          token,
          body: { postId, rawText: `Words ${index}` },
          headers: newAddressHeaders(),
        }),
      limits.comments.user.points,
    );
    expect([comments.allowed, comments.refusal?.body]).toMatchObject([3, { code: 'too_many_requests' }]);
    const wait = Number(comments.refusal?.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(limits.comments.user.seconds);
    expect(wait).toBeLessThanOrEqual(90);

    const headers = newAddressHeaders();
    const requests = await countAllowed((index) => own.request(`/posts?n=${index}`, { headers }), 40);
    expect([requests.allowed, requests.refusal?.status]).toEqual([30, 429]);

    const opinion = { method: 'POST', body: { feedback: 'Well done.' }, headers: newAddressHeaders() };
    const { allowed } = await countAllowed(
      () => own.request('/feedback', opinion),
      limits.feedback.address.points,
    );
    expect(allowed).toBe(limits.feedback.address.points);
  } finally {
    await own.close();
  }
});

it('leaves the owner’s open session alone while somebody guesses at the account', async () => {
  const email = 'guessed-at@example.org';
  const userId = await makeUser(gyan.db, { email, password: 'quiet river' });
  const { authToken: token } = (await post('/login', { body: { emailId: email, password: 'quiet river' } }))
    .body as { authToken: string };
  await countAllowed(() => guess(email, newAddressHeaders()), limits.signIn.account.points);
  expect((await gyan.request('/r/user', { token })).body).toMatchObject({ userModel: { userId } });
});
