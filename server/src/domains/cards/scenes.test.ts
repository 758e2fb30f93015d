import { type AnswerOf, calls } from '@gyan/contract/calls.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { customForm, deleteCard, editCard, postCard, posted } from '#test/cards.ts';
import { makePicture } from '#test/factories.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { settleJobs } from '#test/jobs.ts';
import { anySceneText } from '#test/scene-values.ts';
import { labelOf, sceneOf } from '#test/scenes.ts';

type Person = { userId: number; token: string };
let gyan: TestApp;
let owner: Person;
let stranger: Person;
let picture: string;
let otherPicture: string;
beforeAll(async () => {
  gyan = await startApp();
  owner = await gyan.signedIn({ role: 'kCreator' });
  stranger = await gyan.signedIn({ role: 'kCreator' });
  picture = (await makePicture('#123456')).toString('base64');
  otherPicture = (await makePicture('#654321')).toString('base64');
});
afterAll(() => gyan.close());

const json = JSON.stringify;
const drawn = (labels: string[] = ['Sun', 'Sea'], more: Record<string, string> = {}) => ({
  postType: 'kDrawn',
  title: 'The water cycle',
  photoBase64: picture,
  scene: json(sceneOf(labels)),
  ...more,
});
const draw = (labels?: string[], more?: Record<string, string>) =>
  posted(gyan, owner.token, drawn(labels, more));

async function edit(form: Parameters<typeof editCard>[2], token = owner.token) {
  const answer = await editCard(gyan, token, form);
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as AnswerOf<'PUT /r/post'>).postModel;
}

async function sceneFor(postId: number, token?: string) {
  const answer = await gyan.request(`${token ? '/r' : ''}/scene?postId=${postId}`, token ? { token } : {});
  return answer.status === 200 ? calls['GET /scene'].answer.parse(answer.body) : answer.status;
}

async function detail(postId: number) {
  const answer = await gyan.request(`/r/post?postId=${postId}`, { token: owner.token });
  return calls['GET /r/post'].answer.parse(answer.body).postModel;
}

const keyOf = (card: { photoModelVec: { specMap: { lg: { url: string } } }[] }) =>
  card.photoModelVec[0]?.specMap.lg.url.split('/').at(-2) ?? '';

const sceneCount = async () =>
  (await gyan.db.query<{ count: number }>(sql`select count(*)::int as count from scenes`))[0]?.count;

describe('a drawn card', () => {
  it('keeps its scene, its labels and a description made from them', async () => {
    const card = await draw(['Sun', 'Sea'], { tagsText: 'water' });
    const regionVec = [labelOf('Sun'), labelOf('Sea')].map(({ id, text, box, target }) => ({
      id,
      text,
      box,
      target,
    }));
    expect(card).toMatchObject({ type: 'kDrawn', hasScene: true, regionVec });
    expect(card.altText).toBe('Diagram: drawing, labelled Sun, Sea');
    for (const token of [undefined, owner.token]) {
      expect(await sceneFor(card.id, token)).toEqual({ scene: sceneOf(['Sun', 'Sea']), regionVec });
    }
    const byUrl = await gyan.request(`/scene?postId=${card.urlText}`);
    expect(byUrl.status).toBe(200);
    const { postModel } = calls['GET /post'].answer.parse(
      (await gyan.request(`/post?postId=${card.id}`)).body,
    );
    expect(postModel).toMatchObject({ hasScene: true, regionVec });
  });

  it('says in lists that it has a scene, without its labels', async () => {
    const { id } = await draw();
    const mine = await gyan.request('/r/posts', { token: owner.token });
    const listed = (mine.body as AnswerOf<'GET /r/posts'>).postModelVec.find((card) => card.id === id);
    expect(listed?.hasScene).toBe(true);
    expect(listed).not.toHaveProperty('regionVec');
    const { hasScene } = await posted(gyan, owner.token, customForm);
    expect(hasScene).toBe(false);
  });

  it('is found by the words of its labels, until they change', async () => {
    const { id } = await draw(['Cumulonimbus', 'Brook']);
    const found = async (words: string) => {
      const { body } = await gyan.request(`/searchfeed?q=${words}`);
      return json(body).includes(`"id":${id},`);
    };
    expect(await found('cumulonimbus')).toBe(true);
    await edit({ postId: id, photoBase64: otherPicture, scene: json(sceneOf(['Stratus'])) });
    await expect.poll(() => found('stratus')).toBe(true);
    expect(await found('cumulonimbus')).toBe(false);
  });

  it('cannot be published without a scene, but kept as a draft', async () => {
    const { scene: _, ...withoutScene } = drawn();
    for (const form of [withoutScene, { ...drawn(), scene: '' }]) {
      const answer = await postCard(gyan, owner.token, form);
      expect(answer).toMatchObject({ status: 400, body: { code: 'scene_needs_picture' } });
    }
    const draft = await posted(gyan, owner.token, {
      postType: 'kDrawn',
      title: 'Later',
      visibility: 'draft',
    });
    const early = await editCard(gyan, owner.token, { postId: draft.id, visibility: 'public' });
    expect(early).toMatchObject({ status: 400, body: { code: 'scene_needs_picture' } });
    const published = {
      postId: draft.id,
      visibility: 'public',
      photoBase64: picture,
      scene: json(sceneOf(['Sun'])),
    };
    expect(await edit(published)).toMatchObject({ type: 'kDrawn', hasScene: true, visibility: 'public' });
  });
});

describe('a scene', () => {
  it('without its picture is refused, when posted and when edited', async () => {
    const { photoBase64: _, ...withoutPicture } = drawn();
    const refused = { status: 400, body: { code: 'scene_needs_picture' } };
    expect(await postCard(gyan, owner.token, withoutPicture)).toMatchObject(refused);
    const { id } = await draw();
    const scene = json(sceneOf(['Moon']));
    expect(await editCard(gyan, owner.token, { postId: id, scene })).toMatchObject(refused);
    expect(await editCard(gyan, owner.token, { postId: id, scene, photoBase64: '' })).toMatchObject(refused);
    expect(await sceneFor(id)).toMatchObject({ scene: sceneOf(['Sun', 'Sea']) });
  });

  it('that is wrong is refused by the name of the item, and nothing is stored', async () => {
    const before = await sceneCount();
    const wrong = sceneOf([], { items: [labelOf('Sun'), labelOf('Sea', { color: 'pink' as 'red' })] });
    const answer = await postCard(gyan, owner.token, drawn([], { scene: json(wrong) }));
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'scene_invalid', fields: [{ field: 'scene.items.1.color' }] },
    });
    const large = await postCard(
      gyan,
      owner.token,
      drawn([], { scene: json(sceneOf([])) + ' '.repeat(200_000) }),
    );
    expect(large).toMatchObject({ status: 400, body: { code: 'scene_invalid' } });
    expect(await sceneCount()).toBe(before);
  });

  it('of nearly 200 kB is accepted', async () => {
    const points = Array.from({ length: 4_000 }, (_, n) => [n / 4_000, 0.123456789] as [number, number]);
    const ink = (id: string) => ({
      id,
      type: 'ink' as const,
      color: 'blue' as const,
      width: 2 as const,
      points,
    });
    const scene = sceneOf([], { items: ['a', 'b'].map(ink) });
    expect(json(scene).length).toBeGreaterThan(130_000);
    const { id } = await draw([], { scene: json(scene) });
    expect(await sceneFor(id)).toMatchObject({ scene });
  });

  it('keeps the ids of its labels over edits', async () => {
    const { id } = await draw(['Sun']);
    const scene = sceneOf([], { items: [labelOf('Sun', { text: 'Star' }), labelOf('Sea')] });
    const { regionVec, altText } = await edit({ postId: id, photoBase64: otherPicture, scene: json(scene) });
    expect(regionVec).toMatchObject([
      { id: 'sun', text: 'Star' },
      { id: 'sea', text: 'Sea' },
    ]);
    expect(altText).toBe('Diagram: drawing, labelled Star, Sea');
  });

  it('ends with a new picture, and with the picture; the card is then like others', async () => {
    const ways: Record<string, string>[] = [
      { photoBase64: otherPicture },
      { photoBase64: '' },
      { scene: '' },
    ];
    for (const form of ways) {
      const { id } = await draw(['Sun'], { statusText: 'Some words.' });
      const card = await edit({ postId: id, ...form });
      expect(card).toMatchObject({ hasScene: false, type: 'kCustom' });
      expect(card.altText ?? null).toBeNull();
      expect(card).not.toHaveProperty('regionVec');
      expect(await sceneFor(id)).toBe(404);
    }
  });

  it('stays over edits of other fields, and an edit that changes nothing makes no revision', async () => {
    const { id, version } = await draw(['Sun']);
    const same = { postId: id, photoBase64: picture, scene: json(sceneOf(['Sun'])) };
    expect((await edit(same)).version).toBe(version);
    expect(await edit({ postId: id, title: 'Another title' })).toMatchObject({ hasScene: true });
  });

  it('is hidden with its card', async () => {
    const { id } = await draw(['Sun'], { visibility: 'draft' });
    expect(await sceneFor(id)).toBe(404);
    expect(await sceneFor(id, stranger.token)).toBe(404);
    expect(await sceneFor(id, owner.token)).toMatchObject({ scene: sceneOf(['Sun']) });
    expect(await sceneFor(999_999)).toBe(404);
  });

  it('on a photo needs one of this card or of the author, which is then kept', async () => {
    const mine = await posted(gyan, owner.token, { ...customForm, photoBase64: picture });
    const foreign = await posted(gyan, stranger.token, {
      ...customForm,
      photoBase64: (await makePicture('#0f0f0f')).toString('base64'),
    });
    const on = (photo: string) => json(sceneOf(['Sun'], { background: { photo } }));
    for (const photo of [keyOf(foreign), 'nothing-like-it']) {
      const answer = await editCard(gyan, owner.token, {
        postId: mine.id,
        photoBase64: otherPicture,
        scene: on(photo),
      });
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'scene_invalid', fields: [{ field: 'scene.background.photo' }] },
      });
    }
    const labelled = await edit({ postId: mine.id, photoBase64: otherPicture, scene: on(keyOf(mine)) });
    expect(labelled).toMatchObject({ hasScene: true, type: 'kCustom' });
    expect(labelled.altText).toBe('Diagram: picture, labelled Sun');
    // The card does not show the photo any more; the scene still does.
    expect((await edit({ postId: mine.id, photoBase64: picture, scene: on(keyOf(mine)) })).hasScene).toBe(
      true,
    );
    // On another card of the same author.
    expect(await draw(['Sun'], { scene: on(keyOf(mine)) })).toMatchObject({ hasScene: true });
  });

  it('may return to a photo that only an earlier version was drawn on', async () => {
    const photoBase64 = (await makePicture('#0e0e0e')).toString('base64');
    const first = await posted(gyan, owner.token, { ...customForm, photoBase64 });
    const scene = json(sceneOf(['Sun'], { background: { photo: keyOf(first) } }));
    const { id } = await draw(['Sun'], { scene });
    await deleteCard(gyan, owner.token, first.id);
    await edit({ postId: id, photoBase64: otherPicture, scene: json(sceneOf(['Sun'])) });
    await settleJobs(gyan.deps);
    expect(await edit({ postId: id, photoBase64: picture, scene })).toMatchObject({ hasScene: true });
  });

  it('of any kind is never our fault', async () => {
    const scenes = fc.sample(anySceneText, { numRuns: 150, seed: 27 });
    const { id } = await draw();
    for (const [index, scene] of scenes.entries()) {
      const form = { postId: id, photoBase64: picture, scene };
      const answer = await editCard(gyan, owner.token, form);
      expect([200, 400], `${index} ${scene} ${answer.text}`).toContain(answer.status);
      if (answer.status === 200) expect(await sceneFor(id)).toMatchObject({ scene: { version: 1 } });
    }
  });
});

describe('the image description', () => {
  it('of the author stays over edits of the scene; without one it is made again', async () => {
    const { id } = await draw(['Sun'], { altText: 'Rain falls' });
    const moon = { photoBase64: otherPicture, scene: json(sceneOf(['Moon'])) };
    expect((await edit({ postId: id, ...moon })).altText).toBe('Rain falls');
    expect((await edit({ postId: id, altText: '' })).altText).toBe('Diagram: drawing, labelled Moon');
    // Forms send back what they were given.
    const sun = { photoBase64: picture, scene: json(sceneOf(['Sun'])) };
    const sent = await edit({ postId: id, altText: 'Diagram: drawing, labelled Moon', ...sun });
    expect(sent.altText).toBe('Diagram: drawing, labelled Sun');
  });
});

describe('copies and revisions', () => {
  it('a revision brings back the scene that belongs to its picture', async () => {
    const { id } = await draw(['Sun']);
    await edit({ postId: id, photoBase64: otherPicture, scene: json(sceneOf(['Moon'])) });
    const list = await gyan.request(`/r/revisions?postId=${id}`, { token: owner.token });
    const { revisionModelVec } = calls['GET /r/revisions'].answer.parse(list.body);
    expect(revisionModelVec[0]?.changeVec.map(({ field }) => field)).toEqual(['photo', 'altText']);
    const answer = await gyan.request('/r/post_restore', {
      method: 'PUT',
      token: owner.token,
      body: { postId: id, revisionId: revisionModelVec[0]?.revisionId },
    });
    expect(answer.status, answer.text).toBe(200);
    expect(await sceneFor(id)).toMatchObject({ scene: sceneOf(['Sun']) });
    expect((await detail(id)).altText).toBe('Diagram: drawing, labelled Sun');
  });

  it('a copy has the scene, and takes over a changed one with the picture', async () => {
    const original = await draw(['Sun'], { license: 'cc-by' });
    const remix = await gyan.request('/r/remix', {
      method: 'POST',
      token: stranger.token,
      body: { kind: 'post', id: original.id },
    });
    const copyId = (remix.body as AnswerOf<'POST /r/remix'>).postModel?.id ?? 0;
    expect(await sceneFor(copyId, stranger.token)).toMatchObject({ scene: sceneOf(['Sun']) });
    await edit({ postId: original.id, photoBase64: otherPicture, scene: json(sceneOf(['Moon'])) });
    const take = await gyan.request('/r/remix_take', {
      method: 'PUT',
      token: stranger.token,
      body: { postId: copyId, fieldVec: ['photo'] },
    });
    expect((take.body as AnswerOf<'PUT /r/remix_take'>).postModel).toMatchObject({
      hasScene: true,
      altText: 'Diagram: drawing, labelled Moon',
    });
    expect(await sceneFor(copyId, stranger.token)).toMatchObject({ scene: sceneOf(['Moon']) });
    // The copy outlives the original.
    expect((await deleteCard(gyan, owner.token, original.id)).status).toBe(200);
    await settleJobs(gyan.deps);
    expect(await sceneFor(copyId, stranger.token)).toMatchObject({ scene: sceneOf(['Moon']) });
  });

  it('a deleted card leaves no scene behind', async () => {
    const before = await sceneCount();
    const { id } = await draw(['Sun']);
    await edit({ postId: id, photoBase64: otherPicture, scene: json(sceneOf(['Moon'])) });
    await deleteCard(gyan, owner.token, id);
    await settleJobs(gyan.deps);
    expect(await sceneCount()).toBe(before);
  });
});

describe('formulas', () => {
  it('are MathML beside the text as it was typed', async () => {
    const text = 'Take $x^2$, for \\$5.';
    const math = '<math><msup><mi>x</mi><mn>2</mn></msup></math>';
    const plain = await posted(gyan, owner.token, { ...customForm, statusText: text });
    expect(plain).toMatchObject({ text, textHtml: `Take ${math}, for $5.` });
    expect(plain).not.toHaveProperty('htmlSource');
    const rich = await edit({ postId: plain.id, htmlDesc: `<p>${text}</p>` });
    expect(rich).toMatchObject({
      text,
      htmlDesc: `<p>Take ${math}, for $5.</p>`,
      htmlSource: `<p>${text}</p>`,
    });
    expect(rich).not.toHaveProperty('textHtml');
    const { postModel } = calls['GET /post'].answer.parse(
      (await gyan.request(`/post?postId=${rich.id}`)).body,
    );
    expect(postModel).toMatchObject({ htmlDesc: rich.htmlDesc, htmlSource: rich.htmlSource });
    const none = await edit({ postId: plain.id, statusText: 'From $5 to $6.' });
    expect(none).not.toHaveProperty('textHtml');
  });
});

it('nothing that was drawn, copied or deleted here breaks an invariant', async () => {
  expect(await brokenInvariants(gyan.db)).toEqual([]);
});
