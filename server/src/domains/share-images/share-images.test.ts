import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { makeCard, makeChain, makePicture, makeSubject, makeUser, storePhoto } from '#test/factories.ts';

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp();
});
afterAll(() => gyan.close());

async function read(path: string) {
  const response = await fetch(new URL(`/share/${path}.jpg`, gyan.url));
  const bytes = Buffer.from(await response.arrayBuffer());
  // To look at them: SHARE_IMAGES=/some/folder.
  if (process.env.SHARE_IMAGES)
    await writeFile(`${process.env.SHARE_IMAGES}/${path.replace('/', '-')}.jpg`, bytes);
  return { response, bytes };
}

/** The average colour of a part of the image. */
async function colorAt(bytes: Buffer, left: number, top: number, size = 20): Promise<string> {
  const part = await sharp(bytes)
    .extract({ left, top, width: size, height: size })
    .resize(1, 1)
    .raw()
    .toBuffer();
  return `#${part.toString('hex').slice(0, 6)}`;
}

const near = (color: string, other: string) =>
  [1, 3, 5].every(
    (at) =>
      Math.abs(Number.parseInt(color.slice(at, at + 2), 16) - Number.parseInt(other.slice(at, at + 2), 16)) <
      12,
  );

/** Whether something dark is drawn in the text column between these heights. */
async function hasText(bytes: Buffer, top: number, height: number): Promise<boolean> {
  const { channels } = await sharp(bytes).extract({ left: 60, top, width: 520, height }).stats();
  return (channels[0]?.min ?? 255) < 120;
}

it('draws a card, chain, subject and person with title and picture', async () => {
  const photo = await storePhoto(gyan.deps, await makePicture('#0f7b6c'));
  const ownerId = await makeUser(gyan.db, { role: 'kCreator', photoId: photo.id });
  const cardId = await makeCard(gyan.db, { ownerId, title: 'How light bends in water', photoId: photo.id });
  const plain = await makeCard(gyan.db, { ownerId, title: 'ज्ञान, संस्कृत और क्षत्रिय: Śūnya' });
  const chainId = await makeChain(gyan.db, {
    ownerId,
    title: 'Light, step by step',
    cardIds: [cardId, plain],
  });
  const subjectId = await makeSubject(gyan.db, { ownerId, title: 'Optics', chainIds: [chainId] });
  for (const path of [`pd/${cardId}`, `ch/${chainId}`, `sub/${subjectId}`, `up/${ownerId}`, `pd/${plain}`]) {
    const { response, bytes } = await read(path);
    expect(response.status, path).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(response.headers.get('cache-control')).toBe('public, no-cache');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' });
    expect(bytes.byteLength).toBeLessThan(300_000);
    // The paper at the edge, the photo in the shape, and texts.
    expect(near(await colorAt(bytes, 4, 4), '#faf7f0'), path).toBe(true);
    if (path !== `pd/${plain}` && path !== `sub/${subjectId}`)
      expect(near(await colorAt(bytes, 880, 200), '#0f7b6c'), path).toBe(true);
    expect(await hasText(bytes, 120, 120), path).toBe(true);
  }
  const { response } = await read(`pd/${cardId}`);
  const known = { 'if-none-match': response.headers.get('etag') ?? '' };
  const again = await gyan.request(`/share/pd/${cardId}.jpg`, { headers: known });
  expect(again.status).toBe(304);
  const other = await gyan.request(`/share/pd/${plain}.jpg`, { headers: known, method: 'HEAD' });
  expect(other.status).toBe(200);
});

it('keeps long titles, titles without spaces and markup inside the column', async () => {
  const long =
    'The extraordinarily long history of how people measured the speed of light, from Rømer '.repeat(2);
  for (const title of [long, 'w'.repeat(180), '<b>&amp; \u0007 </span>', 'क्षत्रियज्ञानसंस्कृति'.repeat(8)]) {
    const id = await makeCard(gyan.db, { title: title.slice(0, 200) });
    const { response, bytes } = await read(`pd/${id}`);
    expect(response.status, title).toBe(200);
    // Between the text and the mark, and between the text and the shape, is paper.
    expect(near(await colorAt(bytes, 300, 500), '#faf7f0'), title).toBe(true);
    expect(near(await colorAt(bytes, 584, 300, 8), '#faf7f0'), title).toBe(true);
    expect(await hasText(bytes, 120, 60), title).toBe(true);
  }
});

it('shows unlisted content, no drafts, and nothing at other addresses', async () => {
  const unlisted = await makeCard(gyan.db, { visibility: 'unlisted' });
  const draft = await makeCard(gyan.db, { visibility: 'draft' });
  expect((await read(`pd/${unlisted}`)).response.status).toBe(200);
  for (const path of [`pd/${draft}`, 'pd/999999999', 'pd/x', 'xx/1', 'constructor/1'])
    expect((await read(path)).response.status, path).toBe(404);
});
