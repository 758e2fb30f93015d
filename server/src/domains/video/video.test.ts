import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { startYoutube, type TestYoutube, type YoutubeMode } from '#test/youtube.ts';

let youtube: TestYoutube;
let keyed: TestApp;
let keyless: TestApp;

beforeAll(async () => {
  youtube = await startYoutube();
  const addresses = {
    apiUrl: `${youtube.url}/youtube/v3`,
    oembedUrl: `${youtube.url}/oembed`,
    thumbnailUrl: 'https://i.ytimg.com/vi',
  };
  keyed = await startApp({ youtube: { ...addresses, apiKey: youtube.key } });
  keyless = await startApp({ youtube: { ...addresses, apiKey: undefined } });
});
beforeEach(() => {
  youtube.mode = 'well';
  youtube.requests = [];
});
afterAll(async () => {
  await keyed.close();
  await keyless.close();
  await youtube.stop();
});

let made = 0;

/** A video that is not cached yet. */
function makeVideo(video: { title: string; description?: string; refusal?: 401 | 403 }): string {
  made += 1;
  const id = `video-${String(made).padStart(5, '0')}`;
  youtube.videos.set(id, video);
  return id;
}

async function describeVideo(gyan: TestApp, videoId: string) {
  const { token } = await gyan.signedIn({ role: 'kCreator' });
  return gyan.request(`/r/video_metadata?videoProvider=kYoutube&videoId=${videoId}`, { token });
}

describe('a creator who pastes a video', () => {
  it('reads its title and description, with a key', async () => {
    const id = makeVideo({ title: ' Why is the\nsky blue? ', description: 'Light.\n\nScattered.\u0000' });
    const { status, body } = await describeVideo(keyed, id);
    expect(status).toBe(200);
    expect(body).toEqual({
      title: 'Why is the sky blue?',
      desc: 'Light.\n\nScattered.',
      thumbnailUrl: `https://i.ytimg.com/vi/${id}/hqdefault.jpg`,
    });
    expect(youtube.requests).toEqual(['/youtube/v3/videos']);
  });

  it('reads its title without a key, and sees no picture from elsewhere', async () => {
    const id = makeVideo({ title: '<b>Tides</b> & time' });
    const { body } = await describeVideo(keyless, id);
    expect(body).toEqual({
      title: '<b>Tides</b> & time',
      thumbnailUrl: `https://i.ytimg.com/vi/${id}/hqdefault.jpg`,
    });
    expect(youtube.requests).toEqual(['/oembed']);
  });

  it('is told when there is no such video, or it may not be shown elsewhere', async () => {
    const refused = [makeVideo({ title: 'x', refusal: 401 }), makeVideo({ title: 'x', refusal: 403 })];
    const answers = await Promise.all([
      describeVideo(keyed, 'nothing-at-'),
      describeVideo(keyless, 'nothing-at-'),
      ...refused.map((id) => describeVideo(keyless, id)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it('does not make others wait: the same video is asked for once', async () => {
    const id = makeVideo({ title: 'Popular' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => describeVideo(keyed, id)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    youtube.mode = 'down';
    expect((await describeVideo(keyed, id)).status).toBe(200);
    expect(youtube.requests).toHaveLength(1);
  });
});

it('is for those who may create', async () => {
  const path = '/r/video_metadata?videoId=dQw4w9WgXcQ';
  const { token } = await keyed.signedIn();
  expect((await keyed.request(path)).status).toBe(401);
  expect((await keyed.request(path, { token })).status).toBe(403);
  expect((await describeVideo(keyed, '../../etc/x')).status).toBe(400);
  expect(youtube.requests).toEqual([]);
});

it.each<YoutubeMode>(['down', 'moved', 'huge', 'garbled', 'nameless', 'trickle', 'slow'])(
  'asks for the title when YouTube is %s, within five seconds',
  async (mode) => {
    const ids = [makeVideo({ title: 'x' }), makeVideo({ title: 'x' })];
    youtube.mode = mode;
    const began = performance.now();
    const answers = await Promise.all([
      describeVideo(keyed, ids[0] ?? ''),
      describeVideo(keyless, ids[1] ?? ''),
    ]);
    expect(performance.now() - began).toBeLessThan(6_000);
    for (const { status, body, headers } of answers) {
      expect(status).toBe(503);
      expect(body).toMatchObject({ code: 'video_unavailable' });
      expect(headers.get('retry-after')).toMatch(/^\d+$/);
    }
    youtube.mode = 'well';
    const answered = await Promise.all([
      describeVideo(keyed, ids[0] ?? ''),
      describeVideo(keyless, ids[1] ?? ''),
    ]);
    expect(answered.map(({ status }) => status)).toEqual([200, 200]);
  },
);

it('leaves YouTube alone while it is down', async () => {
  youtube.mode = 'down';
  for (let n = 0; n < 5; n += 1) await describeVideo(keyless, makeVideo({ title: 'x' }));
  youtube.requests = [];
  youtube.mode = 'well';
  const { status, body } = await describeVideo(keyless, makeVideo({ title: 'x' }));
  expect({ status, body }).toMatchObject({ status: 503, body: { code: 'video_unavailable' } });
  expect(youtube.requests).toEqual([]);
});

it('never says what the key is', async () => {
  const wrong = await startApp({
    youtube: {
      apiKey: 'wrong-but-secret',
      apiUrl: `${youtube.url}/youtube/v3`,
      oembedUrl: youtube.url,
      thumbnailUrl: youtube.url,
    },
  });
  const { status, text } = await describeVideo(wrong, makeVideo({ title: 'x' }));
  await wrong.close();
  expect(status).toBe(503);
  expect(text).not.toContain('wrong-but-secret');
});
