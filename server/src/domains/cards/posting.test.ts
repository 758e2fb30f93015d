import { type AnswerOf, calls } from '@gyan/contract/calls.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { customForm, postCard, posted } from '#test/cards.ts';
import { makeCard, makeChain, makePicture } from '#test/factories.ts';
import { brokenInvariants } from '#test/invariants.ts';

const titleMissing = 'Card title needs to be specified';
const descriptionMissing = 'Card description needs to be specified';
const badVideo = 'Please enter a valid YouTube URL';

let gyan: TestApp;
let creator: { userId: number; token: string };
beforeAll(async () => {
  gyan = await startApp();
  creator = await gyan.signedIn({ role: 'kCreator', firstName: 'Meera', lastName: 'Rao' });
});
afterAll(() => gyan.close());

const post = (form: Record<string, string>) => posted(gyan, creator.token, form);
const problemsOf = async (form: Record<string, string>) => {
  const { status, body } = await postCard(gyan, creator.token, form);
  const { fields = [] } = body as { fields?: { field: string; message: string }[] };
  return { status, fields: Object.fromEntries(fields.map(({ field, message }) => [field, message])) };
};

describe('a custom card', () => {
  it('is answered as the feed tells of it, with what its author may do', async () => {
    const answer = await postCard(gyan, creator.token, {
      ...customForm,
      tagsText: '#Plants, light',
      altText: 'A leaf',
    });
    const { feedItemModel } = calls['POST /r/post'].answer.parse(answer.body);
    expect(feedItemModel).toMatchObject({
      feedItemType: 'kPostCreate',
      connectionModel: { userId: creator.userId, firstName: 'Meera' },
      postModel: {
        type: 'kCustom',
        title: 'Why leaves are green',
        text: 'They throw green light away.',
        tagsText: 'plants light',
        altText: 'A leaf',
        likeCount: 0,
        commentCount: 0,
        likedByViewer: false,
        quality: 'kQualityRegular',
        locked: false,
        photoModelVec: [],
        can: { edit: true, delete: true, lock: false, rate: false, comment: true, like: true },
      },
    });
    const { urlText, createdAt } = feedItemModel.postModel;
    expect(urlText).toMatch(/^why-leaves-are-green-c[a-z0-9]{7}$/);
    expect(Math.abs(createdAt / 1e6 - Date.now())).toBeLessThan(60_000);
  });

  it('is there for everybody at once, by id and by address, and in the trends', async () => {
    await gyan.request('/posts');
    const { id, urlText } = await post(customForm);
    for (const postId of [id, urlText]) {
      const answer = await gyan.request(`/post?postId=${encodeURIComponent(postId)}`);
      expect(calls['GET /post'].answer.parse(answer.body).postModel.id).toBe(id);
    }
    await expect
      .poll(
        async () =>
          ((await gyan.request('/posts')).body as AnswerOf<'GET /posts'>).postModelVec.some(
            (card) => card.id === id,
          ),
        { timeout: 1_500 },
      )
      .toBe(true);
  });

  it('says which fields are missing, all at once', async () => {
    expect(await problemsOf({})).toEqual({
      status: 400,
      fields: { title: titleMissing, statusText: descriptionMissing },
    });
    expect(await problemsOf({ title: ' \u200B ', statusText: '\n' })).toEqual({
      status: 400,
      fields: { title: titleMissing, statusText: descriptionMissing },
    });
    expect(await problemsOf({ title: '', htmlDesc: '<p>Words</p>' })).toEqual({
      status: 400,
      fields: { title: titleMissing },
    });
    expect(await problemsOf({ title: 'Title', htmlDesc: '<p>&nbsp;</p>' })).toEqual({
      status: 400,
      fields: { htmlDesc: descriptionMissing },
    });
  });

  it.each(['<script>alert(1)</script>', '<style>p{}</style>', '<img src="https://example.org/x.png">'])(
    'needs a description that is still there when it is safe: %s is none',
    async (htmlDesc) => {
      expect(await problemsOf({ title: 'Title', htmlDesc })).toEqual({
        status: 400,
        fields: { htmlDesc: descriptionMissing },
      });
    },
  );

  it('keeps rich text cleaned, and reads its words for previews', async () => {
    const card = await post({
      title: 'Rich',
      htmlDesc: '<p onclick="x()">Two <strong>bold</strong> words</p><script>alert(1)</script><p>More</p>',
    });
    expect(card.htmlDesc).toBe('<p>Two <strong>bold</strong> words</p><p>More</p>');
    expect(card.text).toMatch(/^Two bold words\s+More$/);
  });

  it('prefers markup where plain text comes with it', async () => {
    const card = await post({ title: 'Both', statusText: 'Plain', htmlDesc: '<p>Rich</p>' });
    expect(card).toMatchObject({ text: 'Rich', htmlDesc: '<p>Rich</p>' });
  });

  it('refuses what is too long or too deep', async () => {
    expect((await problemsOf({ ...customForm, title: 'x'.repeat(201) })).fields).toEqual({
      title: 'Card title can have at most 200 characters',
    });
    expect((await problemsOf({ ...customForm, statusText: 'x'.repeat(20_001) })).fields).toEqual({
      statusText: 'Card description can have at most 20000 characters',
    });
    const large = { title: 'Large', htmlDesc: `<p>${'x'.repeat(70_000)}</p>` };
    expect((await problemsOf(large)).status).toBe(413);
    const deep = { title: 'Deep', htmlDesc: `${'<ul><li>'.repeat(200)}x` };
    expect((await problemsOf(deep)).status).toBe(413);
    expect((await problemsOf({ ...customForm, tagsText: 'x'.repeat(60) })).fields).toEqual({
      tagsText: 'A tag can have at most 50 characters',
    });
    expect(await problemsOf({ ...customForm, postType: 'kOther' })).toMatchObject({ status: 400 });
  });

  it('keeps markup in its title, text, tags and picture words as the text it is', async () => {
    const markup = `<img/src=x/onerror="alert('1')">&lt;b&gt;`;
    const card = await post({
      title: markup,
      statusText: `Text ${markup}`,
      tagsText: markup,
      altText: markup,
    });
    const detail: AnswerOf<'GET /r/post'> = (
      await gyan.request(`/r/post?postId=${card.id}`, { token: creator.token })
    ).body;
    expect(detail.postModel).toMatchObject({
      title: markup,
      text: `Text ${markup}`,
      tagsText: markup,
      altText: markup,
    });
    expect(detail.postModel.htmlDesc).toBeUndefined();
  });

  it('takes its title from its text in the short form of the feed', async () => {
    const card = await post({ statusText: 'Bees dance to tell the way. Others follow #bees #Dance' });
    expect(card).toMatchObject({ title: 'Bees dance to tell the way', tagsText: 'bees dance' });
  });

  it('takes hashtags from its text, also from rich text', async () => {
    const card = await post({
      title: 'Tagged',
      htmlDesc: '<p>About <em>#Light</em> and &#35;shadow; see https://example.org/#no</p>',
      tagsText: 'optics light',
    });
    expect(card.tagsText).toBe('optics light shadow');
  });

  it('gets its own address even when the title has been used, and in any script', async () => {
    const [one, other] = [await post(customForm), await post(customForm)];
    expect(one.urlText).not.toBe(other.urlText);
    expect((await post({ ...customForm, title: '光と影' })).urlText).toMatch(/^光と影-c\w{7}$/u);
    expect((await post({ ...customForm, title: '🌈' })).urlText).toMatch(/^c\w{7}$/);
  });

  it('takes a picture as a data URL or bare, and shows it to everybody', async () => {
    const picture = (await makePicture('#0a7f3c')).toString('base64');
    const [one, other] = [
      await post({ ...customForm, photoBase64: picture }),
      await post({ ...customForm, photoBase64: `data:image/jpeg;base64,${picture}` }),
    ];
    const url = one.photoModelVec[0]?.specMap.lg.url ?? '';
    expect(other.photoModelVec).toEqual(one.photoModelVec);
    expect((await gyan.request(url)).status).toBe(200);
  });

  it('refuses pictures that are none, and then leaves nothing behind', async () => {
    const before = await gyan.db.query(sql`select from cards`);
    for (const photoBase64 of ['not base64!', Buffer.from('hello').toString('base64')]) {
      const answer = await problemsOf({ ...customForm, photoBase64 });
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.fields)).toEqual(['photoBase64']);
    }
    expect(await gyan.db.query(sql`select from cards`)).toHaveLength(before.length);
  });

  it('starts with the score of its hour', async () => {
    const { id } = await post(customForm);
    const [row] = await gyan.db.query(
      sql`select score = trending_score(0, 0, false, created_at) as fits from cards where id = ${id}`,
    );
    expect(row).toEqual({ fits: true });
    expect(await brokenInvariants(gyan.db)).toEqual([]);
  });
});

describe('a video card', () => {
  const video = { postType: 'kVideo', title: 'A film', videoProvider: 'kYoutube' };

  it.each([
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=10s',
    'https://youtu.be/dQw4w9WgXcQ?si=x',
    'https://www.youtube.com/embed/dQw4w9WgXcQ',
    'https://www.youtube.com/shorts/dQw4w9WgXcQ',
    'dQw4w9WgXcQ',
  ])('is made from %s, its player address from nothing but the id', async (embedVideoUrl) => {
    const card = await post({ ...video, embedVideoUrl, statusText: 'A song' });
    expect(card).toMatchObject({
      type: 'kVideo',
      title: 'A film',
      text: 'A song',
      embedVideoUrl: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    });
  });

  it.each([
    '',
    'https://example.org/watch?v=dQw4w9WgXcQ',
    'https://youtube.com.evil.example/embed/dQw4w9WgXcQ',
    'javascript:alert(1)//dQw4w9WgXcQ',
    'tooshort',
  ])('is refused for %j', async (embedVideoUrl) => {
    expect(await problemsOf({ ...video, embedVideoUrl })).toEqual({
      status: 400,
      fields: { embedVideoUrl: badVideo },
    });
  });

  it('speaks for itself: it needs no description, but something to be called by', async () => {
    const card = await post({ ...video, embedVideoUrl: 'dQw4w9WgXcQ' });
    expect(card.text).toBeUndefined();
    expect(await problemsOf({ postType: 'kVideo', embedVideoUrl: 'dQw4w9WgXcQ' })).toEqual({
      status: 400,
      fields: { title: titleMissing },
    });
    const untitled = { postType: 'kVideo', embedVideoUrl: 'dQw4w9WgXcQ' };
    expect((await post({ ...untitled, statusText: 'How bees see. In detail.' })).title).toBe('How bees see');
    expect(await problemsOf({ ...untitled, htmlDesc: '<p><script>x</script></p>' })).toMatchObject({
      fields: { title: titleMissing },
    });
  });
});

describe('an AI card', () => {
  const ai = { postType: 'kAIAssisted', aiPrompt: 'Explain why the sky is blue', aiModelName: 'm-1' };

  it.each([
    ['<p>Sure!</p><h2>Why the <em>sky</em> is blue</h2><p>Light scatters.</p>', 'Why the sky is blue'],
    ['<p>Blue light scatters most. Red passes.</p>', 'Blue light scatters most'],
    ['<h2> </h2><p>Blue light scatters most.</p>', 'Blue light scatters most'],
  ])('takes its title from %s', async (htmlDesc, title) => {
    const card = await post({ ...ai, htmlDesc });
    expect(card).toMatchObject({ type: 'kAIAssisted', title, aiModelName: 'm-1' });
  });

  it('keeps the title it is given, and its prompt to itself', async () => {
    const answer = await postCard(gyan, creator.token, {
      ...ai,
      title: 'Mine',
      htmlDesc: '<p>Blue.</p>',
    });
    expect(answer.text).not.toContain('Explain why');
    const { feedItemModel }: AnswerOf<'POST /r/post'> = answer.body;
    expect(feedItemModel.postModel.title).toBe('Mine');
    const [row] = await gyan.db.query(
      sql`select ai_prompt from cards where id = ${feedItemModel.postModel.id}`,
    );
    expect(row).toEqual({ ai_prompt: ai.aiPrompt });
  });

  it('needs what the model wrote, safe and readable', async () => {
    for (const htmlDesc of ['', '<p></p>', '<script>alert(1)</script>']) {
      expect(await problemsOf({ ...ai, htmlDesc })).toEqual({
        status: 400,
        fields: { htmlDesc: descriptionMissing },
      });
    }
  });
});

describe('who may post', () => {
  it.each([
    ['kRegular', 403],
    ['kCreator', 200],
    ['kAdmin', 200],
    ['kSuperAdmin', 200],
  ] as const)('%s: %i', async (role, status) => {
    const { token } = await gyan.signedIn({ role });
    expect((await postCard(gyan, token)).status).toBe(status);
  });

  it('is nobody without an account or a verified address', async () => {
    expect((await postCard(gyan, '')).status).toBe(401);
    const { token } = await gyan.signedIn({ role: 'kCreator', verified: false });
    expect((await postCard(gyan, token)).body).toMatchObject({ code: 'email_unverified' });
  });
});

describe('posting as somebody else', () => {
  it('is for admins, and written down', async () => {
    const admin = await gyan.signedIn({ role: 'kAdmin' });
    const answer = await postCard(gyan, admin.token, {
      ...customForm,
      postAsUserId: String(creator.userId),
    });
    const { feedItemModel }: AnswerOf<'POST /r/post'> = answer.body;
    expect(feedItemModel).toMatchObject({
      connectionModel: { userId: creator.userId },
      postModel: { ownerModel: { userId: creator.userId }, can: { edit: true, lock: true } },
    });
    const auditRows = await gyan.db.query(
      sql`select act, target_kind, target_id from audit where actor_id = ${admin.userId}`,
    );
    expect(auditRows).toEqual([
      { act: 'card.post_as', target_kind: 'card', target_id: feedItemModel.postModel.id },
    ]);
  });

  it('is refused to creators, and for people who may not create', async () => {
    const admin = await gyan.signedIn({ role: 'kAdmin' });
    const [regular, other] = [await gyan.signedIn(), await gyan.signedIn({ role: 'kCreator' })];
    const as = (token: string, userId: number) =>
      postCard(gyan, token, { ...customForm, postAsUserId: String(userId) });
    expect((await as(creator.token, other.userId)).status).toBe(403);
    // Creators cannot find out which users exist.
    expect((await as(creator.token, 999_999_999)).status).toBe(403);
    expect((await as(admin.token, regular.userId)).status).toBe(403);
    expect((await as(admin.token, 999_999_999)).status).toBe(404);
    await gyan.db.query(sql`update users set leaving_at = now() where id = ${other.userId}`);
    expect((await as(admin.token, other.userId)).status).toBe(404);
  });

  it('means oneself when it names oneself or nobody, and leaves no trace then', async () => {
    for (const postAsUserId of [String(creator.userId), '', '-1']) {
      const card = await post({ ...customForm, postAsUserId });
      expect(card.ownerModel.userId).toBe(creator.userId);
    }
    expect(await gyan.db.query(sql`select from audit where actor_id = ${creator.userId}`)).toEqual([]);
  });
});

describe('opening a card', () => {
  it('tells me whether I like it and what I may do, and visitors neither', async () => {
    const { id } = await post(customForm);
    const [reader, admin] = [await gyan.signedIn(), await gyan.signedIn({ role: 'kAdmin' })];
    await gyan.request('/r/post_like', {
      method: 'PUT',
      token: reader.token,
      body: { postId: id, liked: true },
    });
    const open = async (token: string) => {
      const answer = await gyan.request(`/r/post?postId=${id}`, { token });
      return calls['GET /r/post'].answer.parse(answer.body);
    };
    const nothing = { edit: false, delete: false, lock: false, rate: false, comment: true, like: true };
    expect(await open(reader.token)).toMatchObject({
      likedByViewer: true,
      postModel: { likedByViewer: true, likeCount: 1, can: nothing },
    });
    expect(await open(creator.token)).toMatchObject({
      likedByViewer: false,
      postModel: { likedByViewer: false, can: { ...nothing, edit: true, delete: true } },
    });
    expect((await open(admin.token)).postModel.can).toEqual({
      edit: true,
      delete: true,
      lock: true,
      rate: true,
      comment: true,
      like: true,
      remix: false,
    });
    const visitor: AnswerOf<'GET /post'> = (await gyan.request(`/post?postId=${id}`)).body;
    expect(visitor.postModel.likedByViewer).toBe(false);
    expect(visitor.postModel).not.toHaveProperty('can');
    expect(visitor.likedByViewer).toBe(false);
  });

  it('names the chains it is in', async () => {
    const cardId = await makeCard(gyan.db);
    const chainId = await makeChain(gyan.db, { title: 'On leaves', cardIds: [cardId] });
    const detail: AnswerOf<'GET /r/post'> = (
      await gyan.request(`/r/post?postId=${cardId}`, { token: creator.token })
    ).body;
    expect(detail.chapterRefVec).toEqual([{ id: chainId, title: 'On leaves' }]);
  });

  it('says so when there is none', async () => {
    for (const path of ['/post?postId=999999999', '/post?postId=no-such-card', '/r/post?postId=no-such-card'])
      expect((await gyan.request(path, { token: creator.token })).body).toMatchObject({
        status: 404,
        detail: 'This card is not here, or not any more.',
      });
  });
});

it('is limited to thirty cards an hour, and thirty pictures in half of one', async () => {
  const limited = await startApp({ rateLimits: true });
  try {
    const { token, userId } = await limited.signedIn({ role: 'kCreator' });
    const photoBase64 = (await makePicture('#445566')).toString('base64');
    for (let i = 0; i < 30; i += 1) await limited.deps.limiter.consume('uploads', 'user', String(userId));
    expect((await postCard(limited, token, { ...customForm, photoBase64 })).status).toBe(429);
    for (let i = 1; i < 30; i += 1) expect((await postCard(limited, token)).status).toBe(200);
    const refused = await postCard(limited, token);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  } finally {
    await limited.close();
  }
});
