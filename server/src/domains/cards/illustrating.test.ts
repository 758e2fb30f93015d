import type { AnswerOf } from '@gyan/contract/calls.ts';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { deleteCard, editCard, postCard, posted } from '#test/cards.ts';
import { settleJobs } from '#test/jobs.ts';
import { giveScene } from '#test/scenes.ts';
import { startYoutube, type TestYoutube, type YoutubeMode } from '#test/youtube.ts';

let youtube: TestYoutube;
let gyan: TestApp;
let token: string;

beforeAll(async () => {
  youtube = await startYoutube();
  gyan = await startApp({
    youtube: {
      apiKey: undefined,
      apiUrl: youtube.url,
      oembedUrl: youtube.url,
      thumbnailUrl: `${youtube.url}/vi`,
    },
  });
  ({ token } = await gyan.signedIn({ role: 'kCreator' }));
});
beforeEach(() => {
  youtube.mode = 'well';
  youtube.requests = [];
});
afterAll(async () => {
  await gyan.close();
  await youtube.stop();
});

const still = (background: string, width = 1280, height = 720) =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();

let made = 0;

function makeVideo(stills: Record<string, Buffer> = {}): Record<string, string> {
  made += 1;
  const id = `still-${String(made).padStart(5, '0')}`;
  youtube.videos.set(id, { title: 'Tides', stills });
  return {
    postType: 'kVideo',
    videoProvider: 'kYoutube',
    title: 'Tides',
    embedVideoUrl: `https://youtu.be/${id}`,
  };
}

async function pictureOf(postId: number) {
  const { body } = await gyan.request(`/post?postId=${postId}`);
  const { postModel } = body as AnswerOf<'GET /post'>;
  const { photoModelVec, updatedAt, altText, hasScene } = postModel;
  return { photo: photoModelVec[0]?.specMap.lg, updatedAt, altText, hasScene };
}

async function waitingTries(cardId: number) {
  const rows = await gyan.db.query<{ triesLeft: number }>(sql`
    select (payload->>'triesLeft')::int as "triesLeft" from graphile_worker._private_jobs
    where payload->>'cardId' = ${String(cardId)}`);
  return rows.map((row) => row.triesLeft);
}

describe('a card of a video', () => {
  it('takes the best still there is, and is not edited by that', async () => {
    const best = await posted(
      gyan,
      token,
      makeVideo({
        'maxresdefault.jpg': await still('#204060'),
        'hqdefault.jpg': await still('#602040', 480, 360),
      }),
    );
    const plain = await posted(gyan, token, makeVideo({ 'hqdefault.jpg': await still('#206040', 480, 360) }));
    expect(await pictureOf(best.id)).toMatchObject({ photo: undefined });
    expect(youtube.requests).toEqual([]);
    await settleJobs(gyan.deps);
    expect(await pictureOf(best.id)).toMatchObject({
      photo: { width: 1280, height: 720 },
      updatedAt: undefined,
    });
    expect(await pictureOf(plain.id)).toMatchObject({ photo: { width: 480, height: 360 } });
    await settleJobs(gyan.deps);
    expect(youtube.requests).toHaveLength(3);
  });

  it('keeps the picture it was given meanwhile, and stays gone when it is deleted', async () => {
    const stills = { 'maxresdefault.jpg': await still('#111111') };
    const own = await posted(gyan, token, makeVideo(stills));
    const deleted = await posted(gyan, token, makeVideo(stills));
    const photoBase64 = (await still('#eeeeee', 640, 360)).toString('base64');
    await editCard(gyan, token, { postId: own.id, photoBase64 });
    await deleteCard(gyan, token, deleted.id);
    await settleJobs(gyan.deps);
    expect(await pictureOf(own.id)).toMatchObject({ photo: { width: 640 } });
    expect(youtube.requests).toEqual([]);
  });

  it('takes the still of its new video, not that of the one before', async () => {
    const before = makeVideo({ 'maxresdefault.jpg': await still('#204060') });
    const after = makeVideo({ 'hqdefault.jpg': await still('#602040', 480, 360) });
    const card = await posted(gyan, token, before);
    await settleJobs(gyan.deps);
    await giveScene(gyan.db, card.id, ['Sea']);
    await editCard(gyan, token, { postId: card.id, visibility: 'draft', altText: 'The sea' });
    const { embedVideoUrl = '' } = after;
    await editCard(gyan, token, { postId: card.id, visibility: 'public', embedVideoUrl });
    expect(await pictureOf(card.id)).toMatchObject({ photo: undefined, altText: undefined, hasScene: false });
    await settleJobs(gyan.deps);
    expect(await pictureOf(card.id)).toMatchObject({ photo: { width: 480 } });
  });

  it('goes without when the video has no still, or one that is no picture', async () => {
    const none = await posted(gyan, token, makeVideo());
    const words = await posted(gyan, token, makeVideo({ 'maxresdefault.jpg': Buffer.from('<html>') }));
    await settleJobs(gyan.deps);
    for (const { id } of [none, words]) {
      expect(await pictureOf(id)).toMatchObject({ photo: undefined });
      expect(await waitingTries(id)).toEqual([]);
    }
  });

  it.each<YoutubeMode>(['down', 'moved', 'huge', 'slow'])(
    'is posted at once while YouTube is %s, and asks again later',
    async (mode) => {
      const video = makeVideo({ 'maxresdefault.jpg': await still('#654321') });
      youtube.mode = mode;
      const begun = performance.now();
      const { status, body } = await postCard(gyan, token, video);
      expect(performance.now() - begun).toBeLessThan(3_000);
      expect(status).toBe(200);
      const { id } = (body as AnswerOf<'POST /r/post'>).feedItemModel.postModel;
      await settleJobs(gyan.deps);
      expect(await pictureOf(id)).toMatchObject({ photo: undefined });
      expect(await waitingTries(id)).toEqual([4]);

      youtube.mode = 'well';
      await gyan.db.query(sql`
        update graphile_worker._private_jobs set run_at = now() where payload->>'cardId' = ${String(id)}`);
      await settleJobs(gyan.deps);
      expect(await pictureOf(id)).toMatchObject({ photo: { width: 1280 } });
    },
  );

  it('is left as it is after the last try', async () => {
    const { id } = await posted(gyan, token, makeVideo({ 'maxresdefault.jpg': await still('#123321') }));
    youtube.mode = 'down';
    await gyan.db.query(sql`
      update graphile_worker._private_jobs set payload = jsonb_set(payload::jsonb, '{triesLeft}', '0')::json
      where payload->>'cardId' = ${String(id)}`);
    await settleJobs(gyan.deps);
    expect(await waitingTries(id)).toEqual([]);
  });
});
