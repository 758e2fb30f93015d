import type { AnswerOf } from '@gyan/contract/calls.ts';
import { UserModel } from '@gyan/contract/users.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storageKey } from '#domains/media/files.ts';
import { type RequestOptions, startApp, type TestApp } from '#test/app.ts';
import { makePicture } from '#test/factories.ts';
import { settleJobs } from '#test/jobs.ts';

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp();
});
afterAll(() => gyan.close());

const put = (path: string, token: string, options: RequestOptions = { body: {} }) =>
  gyan.request(path, { method: 'PUT', token, ...options });

async function userModel(answer: Promise<{ status: number; body: never; text: string }>): Promise<UserModel> {
  const { status, body, text } = await answer;
  expect(status, text).toBe(200);
  return UserModel.parse((body as AnswerOf<'GET /r/user'>).userModel);
}

describe('a person', () => {
  it('sees everything of themselves, asked for by id or not', async () => {
    const { userId, token } = await gyan.signedIn({
      email: 'asha@example.org',
      firstName: 'Asha',
      lastName: 'Verma',
    });
    const me = await userModel(gyan.request('/r/user', { token }));
    expect(me).toEqual({
      userId,
      firstName: 'Asha',
      lastName: 'Verma',
      photoModel: null,
      socialProfilePhotoUrl: null,
      linkedinProfileUrl: null,
      userRole: 'kRegular',
      emailId: 'asha@example.org',
      emailVerified: true,
      showTopicsPage: true,
      showInvitePage: true,
      tagVec: [],
      bio: null,
      license: 'all-rights',
      pinnedPostId: null,
      hasPassword: false,
      creatorRequested: false,
    });
    expect(await userModel(gyan.request(`/r/user?userId=${userId}`, { token }))).toEqual(me);
  });

  it('shows others a name and a face, and nothing that is not theirs to know', async () => {
    const asha = await gyan.signedIn({ firstName: 'Asha', lastName: 'Verma', role: 'kCreator' });
    await put('/r/updatelinkedinprofile', asha.token, {
      body: { url: 'https://www.linkedin.com/in/asha' },
    });
    for (const role of ['kRegular', 'kCreator'] as const) {
      const { token } = await gyan.signedIn({ role });
      const answer = await gyan.request(`/r/user?userId=${asha.userId}`, { token });
      expect(answer.body).toEqual({
        userModel: {
          userId: asha.userId,
          firstName: 'Asha',
          lastName: 'Verma',
          photoModel: null,
          socialProfilePhotoUrl: null,
          connected: false,
          sentConnRequest: false,
          receivedConnRequest: false,
          linkedinProfileUrl: 'https://www.linkedin.com/in/asha',
        },
      });
    }
  });

  it('shows admins their role too, but not their address', async () => {
    const asha = await gyan.signedIn({ email: 'hidden@example.org', role: 'kCreator' });
    const admin = await gyan.signedIn({ role: 'kAdmin' });
    const answer = await gyan.request(`/r/user?userId=${asha.userId}`, { token: admin.token });
    expect(answer.body).toMatchObject({
      userModel: { userRole: 'kCreator', can: { edit: false, setRole: true } },
    });
    expect(answer.text).not.toContain('hidden@example.org');
  });

  it('is not there for others before their address is verified, but for admins', async () => {
    const { userId } = await gyan.signedIn({ verified: false });
    const [regular, admin] = [await gyan.signedIn(), await gyan.signedIn({ role: 'kAdmin' })];
    expect((await gyan.request(`/r/user?userId=${userId}`, { token: regular.token })).status).toBe(404);
    expect((await gyan.request(`/r/user?userId=${userId}`, { token: admin.token })).status).toBe(200);
    expect((await gyan.request('/r/user?userId=999999999', { token: admin.token })).body).toMatchObject({
      code: 'not_found',
    });
  });
});

describe('settings', () => {
  it('change the name', async () => {
    const { token } = await gyan.signedIn({ firstName: 'Old', lastName: 'Name' });
    const changed = await userModel(
      put('/r/updateusername', token, { body: { firstName: '  Meera ', lastName: 'राव' } }),
    );
    expect(changed).toMatchObject({ firstName: 'Meera', lastName: 'राव' });
    expect(await userModel(gyan.request('/r/user', { token }))).toEqual(changed);
  });

  it('say which parts of a name are missing', async () => {
    const { token } = await gyan.signedIn();
    const answer = await put('/r/updateusername', token, { body: { firstName: ' ', lastName: '' } });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      fields: [
        { field: 'firstName', message: 'First name is required' },
        { field: 'lastName', message: 'Last name is required' },
      ],
    });
  });

  it('change the tags, sent as one text or as a list', async () => {
    const { token } = await gyan.signedIn();
    for (const tagVec of ['#compsci  #genai genai', ['compsci', '#genai']]) {
      const changed = await userModel(put('/r/updateusertags', token, { body: { tagVec } }));
      expect(changed.tagVec).toEqual(['#compsci', '#genai']);
    }
  });

  it('change the link to a LinkedIn profile, and refuse other sites', async () => {
    const { token } = await gyan.signedIn();
    const changed = await userModel(
      put('/r/updatelinkedinprofile', token, { body: { url: 'linkedin.com/in/asha' } }),
    );
    expect(changed.linkedinProfileUrl).toBe('https://linkedin.com/in/asha');
    for (const [url, message] of [
      ['', 'LinkedIn profile is not provided'],
      ['https://evil.example/linkedin.com/in/asha', 'Please enter the address of a LinkedIn profile'],
      ['javascript:alert(1)//linkedin.com/', 'Please enter the address of a LinkedIn profile'],
    ]) {
      const answer = await put('/r/updatelinkedinprofile', token, { body: { url } });
      expect(answer.body).toMatchObject({ status: 400, fields: [{ field: 'url', message }] });
    }
  });

  it('note that the topics page was shown, for good', async () => {
    const { token } = await gyan.signedIn();
    expect(await userModel(put('/r/updatetopicspageshowntime', token))).toMatchObject({
      showTopicsPage: false,
      showInvitePage: true,
    });
  });

  it('note that the invite page was shown, for thirty days', async () => {
    const { userId, token } = await gyan.signedIn();
    expect((await userModel(put('/r/updateinvitepageshowntime', token))).showInvitePage).toBe(false);
    await gyan.db.query(sql`
      update users set invite_page_shown_at = now() - interval '30 days 1 minute' where id = ${userId}`);
    expect((await userModel(gyan.request('/r/user', { token }))).showInvitePage).toBe(true);
  });
});

describe('a photo', () => {
  const upload = async (token: string, bytes: Buffer) =>
    userModel(
      put('/r/updateuserphoto', token, {
        form: { photoBase64: `data:image/jpeg;base64,${bytes.toString('base64')}` },
      }),
    );
  const keyOf = (person: UserModel) => person.photoModel?.specMap.sm.url.split('/')[2] ?? '';
  const isStored = (key: string) => gyan.deps.storage.exists(storageKey(key, 'lg'));
  const letPhotosRest = () =>
    gyan.db.query(sql`update photos set uploaded_at = uploaded_at - interval '10 minutes'`);
  const rowsOf = (key: string) => gyan.db.query(sql`select id from photos where key = ${key}`);

  it('comes in three sizes, and can be fetched', async () => {
    const { token } = await gyan.signedIn();
    const person = await upload(token, await makePicture('#b4500a'));
    const { sm, md, lg } = person.photoModel?.specMap ?? {};
    for (const size of [sm, md, lg]) expect(size).toMatchObject({ width: 64, height: 48 });
    expect((await gyan.request(sm?.url ?? '')).headers.get('content-type')).toBe('image/webp');
  });

  it('is refused when it is none', async () => {
    const { token } = await gyan.signedIn();
    for (const [photoBase64, message] of [
      ['', 'Image needs to be uploaded'],
      [Buffer.from('just some words').toString('base64'), 'Invalid image type'],
    ] as const) {
      const answer = await put('/r/updateuserphoto', token, { form: { photoBase64 } });
      expect(answer.body).toMatchObject({ status: 400, fields: [{ field: 'photoBase64', message }] });
    }
  });

  it('goes, files and all, when another takes its place', async () => {
    const { token } = await gyan.signedIn();
    const old = keyOf(await upload(token, await makePicture('#101010')));
    const current = keyOf(await upload(token, await makePicture('#202020')));
    await letPhotosRest();
    await settleJobs(gyan.deps);
    expect(await isStored(old)).toBe(false);
    expect(await rowsOf(old)).toEqual([]);
    expect(await isStored(current)).toBe(true);
  });

  it('stays while somebody else shows the same picture', async () => {
    const [asha, meera] = [await gyan.signedIn(), await gyan.signedIn()];
    const picture = await makePicture('#303030');
    const shared = keyOf(await upload(asha.token, picture));
    expect(keyOf(await upload(meera.token, picture))).toBe(shared);
    await upload(asha.token, await makePicture('#404040'));
    await letPhotosRest();
    await settleJobs(gyan.deps);
    expect(await isStored(shared)).toBe(true);
    expect((await gyan.request('/r/user', { token: meera.token })).text).toContain(shared);
    await upload(meera.token, await makePicture('#505050'));
    await letPhotosRest();
    await settleJobs(gyan.deps);
    expect(await isStored(shared)).toBe(false);
  });

  it('is not taken away under somebody who is just uploading it', async () => {
    const { token } = await gyan.signedIn();
    const picture = await makePicture('#606060');
    const key = keyOf(await upload(token, picture));
    await upload(token, await makePicture('#707070'));
    await settleJobs(gyan.deps);
    expect(await isStored(key)).toBe(true);
    const [job] = await gyan.db.query<{ waits: boolean }>(sql`
      select run_at > now() + interval '4 minutes' as waits from graphile_worker.jobs
      where task_identifier = 'media.drop'`);
    expect(job).toEqual({ waits: true });
  });

  it('is stored anew when its files are lost', async () => {
    const { token } = await gyan.signedIn();
    const picture = await makePicture('#808080');
    const key = keyOf(await upload(token, picture));
    await gyan.deps.storage.delete(storageKey(key, 'lg'));
    expect(keyOf(await upload(token, picture))).toBe(key);
    expect(await isStored(key)).toBe(true);
  });
});
