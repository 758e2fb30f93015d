import type { SignedIn } from '@gyan/contract/auth.ts';
import type { AnswerOf } from '@gyan/contract/calls.ts';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { erasePerson } from '#domains/account/erasure.ts';
import { startApp, type TestApp } from '#test/app.ts';
import { settleJobs } from '#test/jobs.ts';
import { startOpenId, type TestOpenId } from '#test/openid.ts';
import { type PhotoHostMode, startPhotoHost, type TestPhotoHost } from '#test/photo-host.ts';

let gyan: TestApp;
let openId: TestOpenId;
let host: TestPhotoHost;
let other: TestPhotoHost;
beforeAll(async () => {
  [openId, host, other] = await Promise.all([startOpenId(), startPhotoHost(), startPhotoHost()]);
  const { issuer, clientId } = openId;
  gyan = await startApp({
    google: { issuer, clientId, peopleUrl: issuer },
    socialPhotoOrigins: [host.origin, 'https://*.photos.example'],
  });
  host.photos.set('/face.jpg', await face('#804020'));
  host.photos.set('/new-face.jpg', await face('#204080'));
  other.photos.set('/face.jpg', await face('#000000'));
});
beforeEach(() => {
  host.mode = 'well';
  host.requests = [];
});
afterAll(async () => {
  await gyan.close();
  await Promise.all([openId.stop(), host.stop(), other.stop()]);
});

const face = (background: string) =>
  sharp({ create: { width: 200, height: 200, channels: 3, background } })
    .jpeg()
    .toBuffer();

async function signIn(sub: string, picture: string) {
  const googleJWT = await openId.sign({ sub, email: `${sub}@example.org`, picture });
  const answer = await gyan.request('/glogin', { method: 'POST', body: { googleJWT } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as SignedIn;
}

async function shown(token: string): Promise<string | null | undefined> {
  const { userModel }: AnswerOf<'GET /r/user'> = (await gyan.request('/r/user', { token })).body;
  return userModel.socialProfilePhotoUrl;
}

const triesOf = async (userId: number) =>
  gyan.db.query<{ triesLeft: number }>(sql`
    select (payload->>'triesLeft')::int as "triesLeft" from graphile_worker._private_jobs
    where payload->>'userId' = ${String(userId)} and payload->>'triesLeft' is not null`);

describe('the photo of a sign-in provider', () => {
  it('is copied after the sign-in and served from here', async () => {
    const { userModel, authToken } = await signIn('copied', `${host.origin}/face.jpg`);
    expect(userModel.socialProfilePhotoUrl).toBeNull();
    expect(host.requests).toEqual([]);
    await settleJobs(gyan.deps);
    const url = await shown(authToken);
    expect(url).toMatch(/^\/media\/[0-9a-f]{40}\/sm\.webp$/);
    const photo = await fetch(`${gyan.url}${url}`);
    expect([photo.status, photo.headers.get('content-type')]).toEqual([200, 'image/webp']);
  });

  it('is not copied again while it is the same, and replaced when it is another', async () => {
    const { authToken, userModel } = await signIn('again', `${host.origin}/face.jpg`);
    await settleJobs(gyan.deps);
    const first = await shown(authToken);
    await signIn('again', `${host.origin}/face.jpg`);
    await settleJobs(gyan.deps);
    expect(host.requests).toEqual(['/face.jpg']);
    await signIn('again', `${host.origin}/new-face.jpg`);
    // The old photo is shown until the new one is stored.
    expect(await shown(authToken)).toBe(first);
    await settleJobs(gyan.deps);
    expect(await shown(authToken)).toMatch(/^\/media\//);
    expect(await shown(authToken)).not.toBe(first);
    expect(await triesOf(userModel.userId)).toEqual([]);
  });

  it.each<PhotoHostMode>(['down', 'slow', 'moved', 'huge'])(
    'is asked for again later when its host is %s, and nobody waits for it',
    async (mode) => {
      host.mode = mode;
      const { userModel, authToken } = await signIn(`mood-${mode}`, `${host.origin}/face.jpg`);
      await settleJobs(gyan.deps);
      expect(await shown(authToken)).toBeNull();
      expect(host.requests).toEqual(['/face.jpg']);
      expect(await triesOf(userModel.userId)).toEqual([{ triesLeft: 1 }]);
    },
  );

  it('is given up when it is no picture', async () => {
    host.mode = 'text';
    const { userModel, authToken } = await signIn('text', `${host.origin}/face.jpg`);
    await settleJobs(gyan.deps);
    expect(await shown(authToken)).toBeNull();
    expect(await triesOf(userModel.userId)).toEqual([]);
  });

  it.each([
    ['another host', () => `${other.origin}/face.jpg`],
    ['a host that looks alike', () => 'https://photos.example.evil.example/face.jpg'],
    ['a parent of allowed hosts', () => 'https://photos.example/face.jpg'],
    ['an allowed host by plain http', () => 'http://a.photos.example/face.jpg'],
    ['a name and password', () => `${host.origin.replace('//', '//user:secret@')}/face.jpg`],
    ['a script', () => 'javascript:alert(1)'],
    ['a path of ours', () => '/media/x/sm.webp'],
  ])('is not asked for at %s', async (what, url) => {
    const { authToken } = await signIn(`from ${what}`.replaceAll(' ', '-'), url());
    await settleJobs(gyan.deps);
    expect([await shown(authToken), host.requests, other.requests]).toEqual([null, [], []]);
  });

  it('does not take the place of a photo that the person chose', async () => {
    const { authToken } = await signIn('chosen', `${host.origin}/face.jpg`);
    const form = { photoBase64: (await face('#00ff00')).toString('base64') };
    const own = await gyan.request('/r/updateuserphoto', { method: 'PUT', token: authToken, form });
    const chosen = (own.body as AnswerOf<'GET /r/user'>).userModel.photoModel;
    await settleJobs(gyan.deps);
    const { userModel }: AnswerOf<'GET /r/user'> = (await gyan.request('/r/user', { token: authToken })).body;
    expect(userModel.photoModel).toEqual(chosen);
    expect(userModel.socialProfilePhotoUrl).toMatch(/^\/media\//);
  });

  it('goes with the account', async () => {
    host.photos.set('/only-mine.jpg', await face('#123456'));
    const { userModel } = await signIn('leaving', `${host.origin}/only-mine.jpg`);
    await settleJobs(gyan.deps);
    const { userId } = userModel;
    const photos = () => gyan.db.query(sql`select 1 from photos where id = ${photoId}`);
    const [{ photoId } = { photoId: 0 }] = await gyan.db.query<{ photoId: number }>(
      sql`select social_photo_id as "photoId" from users where id = ${userId}`,
    );
    expect(await photos()).toHaveLength(1);
    await gyan.db.query(sql`update users set leaving_at = now() - interval '31 days' where id = ${userId}`);
    await gyan.db.query(sql`update photos set uploaded_at = uploaded_at - interval '10 minutes'`);
    await gyan.db.transaction((tx) => erasePerson(tx, userId));
    await settleJobs(gyan.deps);
    expect(await photos()).toEqual([]);
  });
});
