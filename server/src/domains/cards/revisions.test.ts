import { type AnswerOf, calls } from '@gyan/contract/calls.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storageKey } from '#domains/media/files.ts';
import { enqueue } from '#jobs/queue.ts';
import { startApp, type TestApp } from '#test/app.ts';
import { customForm, deleteCard, editCard, posted } from '#test/cards.ts';
import { makePicture } from '#test/factories.ts';
import { settleJobs } from '#test/jobs.ts';

type Person = { userId: number; token: string };
let gyan: TestApp;
let people: Record<'owner' | 'stranger' | 'admin', Person>;
beforeAll(async () => {
  gyan = await startApp();
  people = {
    owner: await gyan.signedIn({ role: 'kCreator' }),
    stranger: await gyan.signedIn({ role: 'kCreator' }),
    admin: await gyan.signedIn({ role: 'kAdmin' }),
  };
});
afterAll(() => gyan.close());

const post = (form?: Record<string, string>) => posted(gyan, people.owner.token, form);

async function edit(form: Parameters<typeof editCard>[2], token = people.owner.token) {
  const answer = await editCard(gyan, token, form);
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as AnswerOf<'PUT /r/post'>).postModel;
}

const ask = (postId: number, token = people.owner.token, more = '') =>
  gyan.request(`/r/revisions?postId=${postId}${more}`, { token });

async function revisionsOf(postId: number, more = '') {
  const answer = await ask(postId, people.owner.token, more);
  expect(answer.status, answer.text).toBe(200);
  return calls['GET /r/revisions'].answer.parse(answer.body);
}

const restore = (postId: number, revisionId: number, token = people.owner.token) =>
  gyan.request('/r/post_restore', { method: 'PUT', token, body: { postId, revisionId } });

async function latest(postId: number) {
  const [revision] = (await revisionsOf(postId)).revisionModelVec;
  if (!revision) throw new Error('no revision');
  return revision;
}

describe('the edits of a card', () => {
  it('are listed latest first, with who, when and what', async () => {
    const picture = await makePicture('#00aa77');
    const { id } = await post({ ...customForm, tagsText: 'plants' });
    await edit({ postId: id, title: 'Green leaves', tagsText: 'plants light' });
    await edit(
      { postId: id, photoBase64: picture.toString('base64'), altText: 'A leaf' },
      people.admin.token,
    );
    await edit({ postId: id, htmlDesc: '<p>Now <em>rich</em></p>', license: 'cc-by', source: 'A book' });
    const { revisionModelVec } = await revisionsOf(id);
    expect(revisionModelVec.map(({ userModel }) => userModel?.userId)).toEqual([
      people.owner.userId,
      people.admin.userId,
      people.owner.userId,
    ]);
    const changes = revisionModelVec.map(({ changeVec }) => changeVec);
    expect(changes[2]).toEqual([
      { field: 'title', before: customForm.title, after: 'Green leaves' },
      { field: 'tagsText', before: 'plants', after: 'plants light' },
    ]);
    expect(changes[1]).toEqual([
      { field: 'photo', before: null, after: expect.stringMatching(/^\/media\/.+\/lg\.webp$/) as string },
      { field: 'altText', before: null, after: 'A leaf' },
    ]);
    expect(changes[0]).toEqual([
      { field: 'text', before: customForm.statusText, after: 'Now rich' },
      { field: 'htmlDesc', before: null, after: '<p>Now <em>rich</em></p>' },
      { field: 'license', before: 'all-rights', after: 'cc-by' },
      { field: 'source', before: null, after: 'A book' },
    ]);
    const times = revisionModelVec.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  it('come in pages, and each says what it changed', async () => {
    const { id } = await post();
    for (const n of [1, 2, 3, 4, 5]) await edit({ postId: id, title: `Title ${n}` });
    const whole = (await revisionsOf(id)).revisionModelVec;
    const pages: typeof whole = [];
    for (let cursor: string | null | undefined = ''; cursor !== undefined && cursor !== null; ) {
      const page = await revisionsOf(id, `&limit=2${cursor && `&cursor=${cursor}`}`);
      expect(page.revisionModelVec.length).toBeLessThanOrEqual(2);
      pages.push(...page.revisionModelVec);
      cursor = page.nextCursor;
    }
    expect(pages).toEqual(whole);
    expect(whole.map(({ changeVec }) => changeVec[0]?.after)).toEqual(
      [5, 4, 3, 2, 1].map((n) => `Title ${n}`),
    );
  });

  it('are none if nothing changes, and none of a draft that was never published', async () => {
    const { id } = await post();
    await edit({ postId: id, title: customForm.title });
    const { updatedAt } = await edit({ postId: id, visibility: 'unlisted' });
    expect(updatedAt).toBeUndefined();
    expect((await revisionsOf(id)).revisionModelVec).toEqual([]);
    const draft = await post({ visibility: 'draft', title: 'Sketch' });
    await edit({ postId: draft.id, title: 'Sketch two' });
    await edit({ postId: draft.id, statusText: 'With words', visibility: 'public' });
    expect((await revisionsOf(draft.id)).revisionModelVec).toEqual([]);
    await edit({ postId: draft.id, visibility: 'draft' });
    await edit({ postId: draft.id, title: 'Sketch three' });
    expect(await latest(draft.id)).toMatchObject({ changeVec: [{ before: 'Sketch two' }] });
  });

  it('are none if only line breaks were sent in another form', async () => {
    const { id } = await post({ ...customForm, statusText: 'Ebb\nFlow' });
    await edit({ postId: id, statusText: 'Ebb\r\nFlow' });
    expect((await revisionsOf(id)).revisionModelVec).toEqual([]);
  });

  it('are one while a published card is a draft again and its author writes', async () => {
    const { id } = await post();
    await edit({ postId: id, visibility: 'draft' });
    for (const title of ['S', 'Su', 'Sun']) await edit({ postId: id, title });
    await edit({ postId: id, title: 'Sunlight' }, people.admin.token);
    await edit({ postId: id, title: 'Sunshine' });
    await gyan.db.query(
      sql`update revisions set created_at = created_at - interval '11 minutes' where card_id = ${id}`,
    );
    await edit({ postId: id, title: 'Sunrise' });
    const titles = (await revisionsOf(id)).revisionModelVec.map(({ changeVec: [change] }) => [
      change?.before,
      change?.after,
    ]);
    expect(titles).toEqual([
      ['Sunshine', 'Sunrise'],
      ['Sunlight', 'Sunshine'],
      ['Sun', 'Sunlight'],
      [customForm.title, 'Sun'],
    ]);
  });

  it('keep every content that was public', async () => {
    const { id } = await post();
    const titles = async () =>
      (await revisionsOf(id)).revisionModelVec.map(({ changeVec: [change] }) => change?.before);
    await edit({ postId: id, title: 'Public once' });
    await edit({ postId: id, visibility: 'draft' });
    await edit({ postId: id, title: 'Written' });
    await edit({ postId: id, title: 'Public twice' });
    await edit({ postId: id, visibility: 'public' });
    await edit({ postId: id, visibility: 'draft' });
    await edit({ postId: id, title: 'Written again' });
    expect(await titles()).toEqual(['Public twice', 'Public once', customForm.title]);
  });

  it('are for the owner and admins', async () => {
    const { id } = await post();
    await edit({ postId: id, title: 'Another' });
    const { revisionId } = await latest(id);
    for (const token of [people.admin.token, people.owner.token])
      expect((await ask(id, token)).status).toBe(200);
    for (const refused of [
      await ask(id, people.stranger.token),
      await restore(id, revisionId, people.stranger.token),
    ]) {
      expect(refused.body).toMatchObject({ code: 'forbidden' });
    }
    await edit({ postId: id, visibility: 'draft' });
    expect((await ask(id, people.stranger.token)).status).toBe(404);
    expect((await ask(999_999_999)).status).toBe(404);
  });
});

describe('restoring', () => {
  it('gives back the content before the edit as a new edit; likes and comments stay', async () => {
    const { id, version } = await post({ ...customForm, tagsText: 'plants', license: 'cc0', source: 'Me' });
    await gyan.request('/r/post_like', {
      method: 'PUT',
      token: people.stranger.token,
      body: { postId: id, liked: true },
    });
    await gyan.request('/r/comment', {
      method: 'POST',
      token: people.stranger.token,
      body: { postId: id, rawText: 'Nice' },
    });
    await edit({
      postId: id,
      title: 'Worse',
      statusText: 'Less',
      tagsText: '',
      license: 'cc-by',
      source: '',
    });
    const first = await latest(id);
    await edit({ postId: id, title: 'Worst' });
    const answer = await restore(id, first.revisionId);
    const { postModel } = calls['PUT /r/post_restore'].answer.parse(answer.body);
    expect(postModel).toMatchObject({
      title: customForm.title,
      text: customForm.statusText,
      tagsText: 'plants',
      license: 'cc0',
      source: 'Me',
      version: version + 3,
      likeCount: 1,
      commentCount: 1,
    });
    const { revisionModelVec } = await revisionsOf(id);
    expect(revisionModelVec).toHaveLength(3);
    expect(revisionModelVec[0]).toMatchObject({ restoredFrom: first.createdAt });
    // The content is the same already.
    expect((await restore(id, first.revisionId)).status).toBe(200);
    expect((await revisionsOf(id)).revisionModelVec).toHaveLength(3);
  });

  it('is refused for locked cards and for revisions of other cards', async () => {
    const [one, other] = [await post(), await post()];
    await edit({ postId: one.id, title: 'Another' });
    const { revisionId } = await latest(one.id);
    expect((await restore(other.id, revisionId)).body).toMatchObject({ code: 'not_found' });
    await gyan.request('/r/post_lock', {
      method: 'PUT',
      token: people.admin.token,
      body: { postId: one.id, toLock: true },
    });
    expect((await restore(one.id, revisionId)).body).toMatchObject({ code: 'card_locked' });
  });

  it('names the admin who did it, and is written down', async () => {
    const { id } = await post();
    await edit({ postId: id, title: 'Another' });
    await restore(id, (await latest(id)).revisionId, people.admin.token);
    expect(await latest(id)).toMatchObject({ userModel: { userId: people.admin.userId } });
    const audit = await gyan.db.query(
      sql`select act from audit where target_kind = 'card' and target_id = ${id}`,
    );
    expect(audit).toEqual([{ act: 'card.edit' }]);
  });

  it('twice at once makes one edit each, and none of them is lost', async () => {
    const { id } = await post({ ...customForm, title: 'Zero' });
    for (const title of ['One', 'Two']) await edit({ postId: id, title });
    const [two, one] = (await revisionsOf(id)).revisionModelVec.map(({ revisionId }) => revisionId);
    const answers = await Promise.all([restore(id, one ?? 0), restore(id, two ?? 0)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const changes = (await revisionsOf(id)).revisionModelVec.map(({ changeVec }) => changeVec[0]);
    expect(changes).toHaveLength(4);
    // Each edit begins where the one before ended.
    for (const [index, change] of changes.slice(1).entries())
      expect(changes[index]?.before).toBe(change?.after);
  });

  it('gives back exactly the earlier content, whatever was edited and restored', async () => {
    const pictures = [await makePicture('#112233'), await makePicture('#332211')];
    const change = fc.record(
      {
        title: fc.constantFrom('One', 'Two', 'Three'),
        statusText: fc.constantFrom('Plain', 'Plain with #tag'),
        htmlDesc: fc.constantFrom('<p>Rich</p>', '<p>Rich <strong>text</strong></p>'),
        tagsText: fc.constantFrom('', 'a b', 'b a'),
        altText: fc.constantFrom('', 'Seen'),
        photoBase64: fc.constantFrom('', ...pictures.map((bytes) => bytes.toString('base64'))),
        license: fc.constantFrom('all-rights', 'cc-by', 'cc0'),
        source: fc.constantFrom('', 'A book'),
      },
      { requiredKeys: [] },
    );
    const step = fc.oneof(change, fc.record({ back: fc.nat(8) }));
    const contentOf = async (id: number) => {
      const { body } = await gyan.request(`/r/post?postId=${id}`, { token: people.owner.token });
      const { postModel } = body as AnswerOf<'GET /r/post'>;
      const { title, text, htmlDesc, tagsText, altText, license, source, photoModelVec } = postModel;
      return { title, text, htmlDesc, tagsText, altText, license, source, photoModelVec };
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
        const { id } = await post();
        /** The content before each edit, oldest first. */
        const history: Awaited<ReturnType<typeof contentOf>>[] = [];
        for (const taken of steps) {
          const before = await contentOf(id);
          const revisions = (await revisionsOf(id)).revisionModelVec.toReversed();
          expect(revisions).toHaveLength(history.length);
          if ('back' in taken) {
            const index = taken.back % (revisions.length || 1);
            const revision = revisions[index];
            if (!revision) continue;
            await restore(id, revision.revisionId);
            expect(await contentOf(id)).toEqual(history[index]);
          } else {
            await edit({ postId: id, ...taken });
          }
          const after = await contentOf(id);
          if (JSON.stringify(after) !== JSON.stringify(before)) history.push(before);
        }
      }),
      { numRuns: 12, seed: 25 },
    );
  }, 60_000);
});

describe('what a revision keeps', () => {
  const isStored = async (url = '') => {
    await gyan.db.query(sql`update photos set uploaded_at = now() - interval '1 day'`);
    await settleJobs(gyan.deps);
    return gyan.deps.storage.exists(storageKey(url.split('/')[2] ?? '', 'lg'));
  };
  const withPicture = async (color: string) => {
    const photoBase64 = (await makePicture(color)).toString('base64');
    const card = await post({ ...customForm, photoBase64 });
    return { id: card.id, url: card.photoModelVec[0]?.specMap.lg.url };
  };

  it('is its picture, for a year', async () => {
    const { id, url } = await withPicture('#445566');
    await edit({ postId: id, photoBase64: '' });
    expect(await isStored(url)).toBe(true);
    const age = (days: number) =>
      gyan.db.query(
        sql`update revisions set created_at = now() - make_interval(days => ${days}) where card_id = ${id}`,
      );
    await age(364);
    await enqueue(gyan.db, 'cards.forget', {});
    expect(await isStored(url)).toBe(true);
    expect((await revisionsOf(id)).revisionModelVec).toHaveLength(1);
    await age(367);
    await enqueue(gyan.db, 'cards.forget', {});
    expect(await isStored(url)).toBe(false);
    expect((await revisionsOf(id)).revisionModelVec).toEqual([]);
  });

  it('goes with the card', async () => {
    const { id, url } = await withPicture('#665544');
    await edit({ postId: id, photoBase64: '' });
    expect((await deleteCard(gyan, people.owner.token, id)).status).toBe(200);
    expect(await gyan.db.query(sql`select from revisions where card_id = ${id}`)).toEqual([]);
    expect(await isStored(url)).toBe(false);
  });
});
