import type { Page } from '@playwright/test';
import { axeViolations } from '../support/axe.ts';
import { connect } from '../support/connect.ts';
import { comment, newCreator, publish, siteUrl } from '../support/creator.ts';
import { expect, test } from '../support/journey.ts';
import { callApi, namedMember } from '../support/named-member.ts';
import { admin } from '../support/people.ts';
import { startSignedIn } from '../support/session.ts';

const entry = (page: Page, title: string) =>
  page.getByRole('main').locator('.captioned', { has: page.getByRole('link', { name: title }) });

const put = async (path: string, token: string, body: object) => {
  const answer = await callApi(siteUrl(), 'PUT', path, { body, token });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
};

/** Two connected users. */
async function friends() {
  const [reader, friend] = [await namedMember(siteUrl()), await namedMember(siteUrl())];
  await connect(reader.token, friend.token);
  return { reader, friend, friendToken: friend.token };
}

test('a feed follows what a connection does: likes, unlikes, comments, and what is deleted', async ({
  page,
  request,
}) => {
  const { reader, friend, friendToken } = await friends();
  const creator = await newCreator();
  const card = await publish(creator, { title: `A card of a stranger ${Date.now()}` });
  await startSignedIn(page, request, reader);

  await put('r/post_like', friendToken, { postId: card.id, liked: true });
  const reads: string[] = [];
  page.on('request', (sent) => sent.url().includes('/r/feed') && reads.push(sent.url()));
  await page.goto('/feed');
  await expect(page.getByRole('heading', { level: 1, name: 'Feed' })).toBeVisible();
  await expect(entry(page, card.title)).toContainText(`${friend.fullName} liked this card`);
  // The boot script's read is the page's.
  expect(reads).toHaveLength(1);

  await comment({ token: friendToken }, card.id, 'Nicely seen.');
  await page.reload();
  await expect(entry(page, card.title)).toHaveCount(1);
  await expect(entry(page, card.title)).toContainText(`${friend.fullName} commented on this card`);

  const others = [await namedMember(siteUrl()), await namedMember(siteUrl())];
  for (const { token } of others) {
    await connect(reader.token, token);
    await put('r/post_like', token, { postId: card.id, liked: true });
  }
  await page.reload();
  await expect(entry(page, card.title)).toHaveCount(1);
  await expect(entry(page, card.title)).toContainText(`${others[1]?.fullName} and 2 others liked this card`);
  const size = page.viewportSize();
  for (const width of [320, 345]) {
    await page.setViewportSize({ width, height: 640 });
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth),
      `${width} px`,
    ).toBeLessThanOrEqual(width);
  }
  if (size) await page.setViewportSize(size);
  await put('r/post_like', friendToken, { postId: card.id, liked: false });
  await page.reload();
  await expect(entry(page, card.title)).toContainText(
    `${others[1]?.fullName} and ${others[0]?.fullName} liked this card`,
  );
  await expect(entry(page, card.title).getByRole('button', { name: 'Share' })).toBeVisible();
  for (const { token } of others) await put('r/post_like', token, { postId: card.id, liked: false });
  await page.reload();
  await expect(entry(page, card.title)).toContainText('commented on this card');

  await entry(page, card.title)
    .getByRole('button', { name: `Like ${card.title}` })
    .click();
  await expect(entry(page, card.title).getByRole('button', { name: 'Liked' })).toBeVisible();
  await expect(entry(page, card.title)).toContainText('1 Like');
  await entry(page, card.title)
    .getByRole('link', { name: `Comment on ${card.title}` })
    .click();
  await expect(page.getByRole('textbox', { name: 'Add a comment' })).toBeFocused();
  await page.goBack();

  const deleted = await callApi(siteUrl(), 'DELETE', `r/post?postId=${card.id}`, { token: creator.token });
  expect(deleted.ok).toBe(true);
  await page.reload();
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  await expect(entry(page, card.title)).toHaveCount(0);
});

test('a newcomer’s feed says where to start until it is hidden', async ({ page, request }) => {
  const newcomer = await namedMember(siteUrl());
  await startSignedIn(page, request, newcomer);
  await page.goto('/feed');
  const start = page.getByRole('region', { name: 'Start here' });
  await expect(start.getByRole('heading', { name: 'Subjects for you' })).toBeVisible();
  await expect(start.locator('.content-row-title')).toHaveCount(3);
  expect(await axeViolations(page)).toEqual([]);
  await start.getByRole('button', { name: 'Hide “Start here”' }).click();
  await expect(start).toHaveCount(0);
  await page.reload();
  await expect(page.locator('.captioned').first()).toContainText('created this');
  await expect(start).toHaveCount(0);
});

test('what is new waits until it is asked for, and j and k step through what is there', async ({
  page,
  request,
}) => {
  const { reader, friend, friendToken } = await friends();
  const card = await publish(await newCreator(), { title: `Comes while one reads ${Date.now()}` });
  await page.clock.install();
  await startSignedIn(page, request, reader);
  await page.goto('/feed');
  const titles = page.getByRole('main').locator('.tile-link');
  await expect(titles).toHaveCount(7);
  await put('r/post_like', friendToken, { postId: card.id, liked: true });
  const pill = page.getByRole('button', { name: '1 new item' });
  // A poll that races with the like misses it; the next one is a minute later.
  await expect(async () => {
    await page.clock.fastForward('01:05');
    await expect(pill).toBeVisible({ timeout: 3_000 });
  }).toPass();
  const liked = page.getByText(`${friend.fullName} liked this card`);
  await expect(liked).toHaveCount(0);
  await pill.click();
  await expect(liked).toBeVisible();
  await expect(titles.first()).toHaveText(card.title);
  await expect(pill).toHaveCount(0);

  await page.keyboard.press('j');
  await expect(titles.nth(0)).toBeFocused();
  await page.keyboard.press('j');
  await expect(titles.nth(1)).toBeFocused();
  await page.keyboard.press('k');
  await expect(titles.nth(0)).toBeFocused();
  await page.getByRole('button', { name: 'Load More' }).click();
  await expect(titles).toHaveCount(14);
});

test('an admin sees the latest cards', async ({ page, request }) => {
  const card = await publish(await newCreator(), { title: `Just published ${Date.now()}` });
  await startSignedIn(page, request, admin);
  await page.goto('/lgp');
  await expect(page.getByRole('heading', { level: 1, name: 'Latest Gyan Cards' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: card.title })).toBeVisible();
  await page.getByRole('button', { name: 'Load More Visuals' }).click();
  await expect(page.getByRole('main').locator('.tile-link')).toHaveCount(14);
});

test('trending cards come eight at a time from the landing page, and seven from the menu of members', async ({
  page,
}) => {
  const tiles = page.getByRole('main').locator('.tile-link');
  await page.goto('/tns');
  await expect(tiles).toHaveCount(8);
  await page.getByRole('button', { name: 'Load More Visuals' }).click();
  await expect(tiles).toHaveCount(16);
  await page.goto('/tgp');
  await expect(tiles).toHaveCount(7);
  await page.getByRole('button', { name: 'Load More' }).click();
  await expect(tiles).toHaveCount(14);
});
