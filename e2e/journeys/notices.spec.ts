import { createECDH, randomBytes } from 'node:crypto';
import type { AnswerOf } from '@gyan/contract/calls.ts';
import type { Page } from '@playwright/test';
import { axeViolations } from '../support/axe.ts';
import { connect } from '../support/connect.ts';
import { cardsAbout, createChain, linkCards, uniqueWord } from '../support/content.ts';
import { comment, newCreator, publish, siteUrl } from '../support/creator.ts';
import { expect, test, untilSaved } from '../support/journey.ts';
import { callApi } from '../support/named-member.ts';
import { type OtherMember, openOtherMember } from '../support/other-member.ts';
import { startSignedIn } from '../support/session.ts';

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notices/ });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notices' });
const main = (page: Page) => page.getByRole('main');
const named = (page: Page, text: string) => main(page).getByRole('article').filter({ hasText: text }).last();

/** What a browser does when its window gets the focus; the count is asked again. */
const focusWindow = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')));

async function expectUnread(page: Page, count: number) {
  await expect(async () => {
    await focusWindow(page);
    await expect(bell(page)).toHaveAccessibleName(count === 0 ? 'Notices' : `Notices, ${count} unread`, {
      timeout: 2_000,
    });
  }).toPass();
}

const like = ({ token }: { token: string }, postId: number) =>
  callApi(siteUrl(), 'PUT', 'r/post_like', { body: { postId, liked: true }, token });

test('a like reaches the bell and the tab, and leads to the card', async ({ page, request, browser }) => {
  const owner = await newCreator();
  const card = await publish(owner);
  const fan = await openOtherMember(browser, siteUrl());
  await startSignedIn(page, request, owner);
  await page.goto('/set');
  await expectUnread(page, 0);
  await expect(page).toHaveTitle('Settings · Gyan');
  await bell(page).click();
  await expect(panel(page).getByText('Nothing yet')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bell(page)).toBeFocused();

  await like(fan, card.id);
  await expectUnread(page, 1);
  await expect(page).toHaveTitle('(1) Settings · Gyan');
  await bell(page).click();
  const notice = panel(page).getByRole('link', { name: `${fan.firstName} liked “${card.title}”` });
  await expect(notice).toHaveAccessibleName(/^Unread: /);
  await notice.click();
  await expect(page).toHaveURL(card.path);
  await expect(page.getByRole('heading', { level: 1, name: card.title })).toBeFocused();
  await expect(bell(page)).toHaveAccessibleName('Notices');
  await expect(page).toHaveTitle(`${card.title} · Gyan`);
});

test('a request is accepted from the panel by keyboard', async ({ page, request, browser }) => {
  const person = await newCreator();
  const asking = await openOtherMember(browser, siteUrl());
  await like(asking, (await publish(person)).id);
  const body = { receivingUserId: person.userId };
  await callApi(siteUrl(), 'POST', 'r/connreq', { body, token: asking.token });
  await startSignedIn(page, request, person);
  await page.goto('/set');
  await expectUnread(page, 2);
  await bell(page).press('Enter');
  const items = panel(page).getByRole('list', { name: 'Newest notices' }).getByRole('article');
  await expect(items).toHaveCount(2);
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await expect(items.first().getByRole('link')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(items.last().getByRole('link')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Tab');
  await expect(panel(page).getByRole('button', { name: /^Accept/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(items.first()).toContainText(`You and ${asking.fullName} are connected.`);
  await expect(items.first().getByRole('link')).toBeFocused();
  await expect(bell(page)).toHaveAccessibleName('Notices, 1 unread');
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(bell(page)).toBeFocused();
  await page.goto('/conns');
  await expect(main(page).getByRole('link', { name: asking.fullName })).toBeVisible();
});

/** Opens the notice of this kind on the page of all notices. */
async function openNotice({ page }: OtherMember, kind: string, text: string) {
  await page.goto(`/notices?kind=${kind}`);
  await main(page).getByRole('link', { name: text }).click();
}

test('a mention and an answer lead their readers to the comment', async ({ browser }) => {
  const card = await publish(await newCreator());
  const [ana, bo] = await Promise.all([
    openOtherMember(browser, siteUrl()),
    openOtherMember(browser, siteUrl()),
  ]);
  await connect(ana.token, bo.token);
  await ana.page.goto(card.path);
  const box = ana.page.getByRole('textbox', { name: 'Add a comment' });
  await box.pressSequentially(`Look at this, @${bo.firstName.slice(0, 4).toLowerCase()}`);
  const option = ana.page.getByRole('option', { name: bo.fullName });
  await expect(option).toHaveAttribute('aria-selected', 'true');
  expect(await axeViolations(ana.page)).toEqual([]);
  await box.press('Enter');
  await expect(box).toHaveValue(`Look at this, @${bo.fullName} `);
  await box.press('Control+Enter');
  const mention = named(ana.page, 'Look at this').getByRole('link', { name: `@${bo.fullName}` });
  await expect(mention).toHaveAttribute('href', `/up/${bo.userId}`);
  // The mention is on the second page of comments.
  for (let number = 1; number <= 21; number += 1) await comment(ana, card.id, `Remark ${number}.`);

  await openNotice(bo, 'mention', `${ana.firstName} mentioned you`);
  await expect(named(bo.page, 'Look at this')).toBeFocused();
  await named(bo.page, 'Look at this')
    .getByRole('button', { name: /^Reply/ })
    .click();
  const answer = bo.page.getByRole('textbox', { name: `Your answer to ${ana.fullName}` });
  await expect(answer).toBeFocused();
  await answer.fill('I see it now.');
  await main(bo.page).getByRole('button', { name: 'Reply', exact: true }).click();
  await expect(named(bo.page, 'I see it now.')).toBeFocused();

  await openNotice(ana, 'comment', `${bo.firstName} answered your comment`);
  await expect(named(ana.page, 'I see it now.')).toBeFocused();
  await main(ana.page).getByRole('button', { name: 'Older comments' }).click();
  const beneath = main(ana.page).getByRole('listitem').filter({ hasText: 'Look at this' }).getByRole('list');
  await expect(beneath).toContainText('I see it now.');
  expect([...ana.browserErrors, ...bo.browserErrors]).toEqual([]);
});

test('people choose what they are told, whom they follow and whom they mute', async ({
  page,
  request,
  browser,
}) => {
  const maker = await newCreator();
  const word = uniqueWord();
  const chain = await createChain(maker, `Chain ${word}`);
  await linkCards(
    maker,
    chain,
    (await cardsAbout(maker, word, ['One'])).map(({ id }) => id),
  );
  const other = await openOtherMember(browser, siteUrl());
  await startSignedIn(page, request, await newCreator());
  await page.goto(`/ch/${chain}`);
  await main(page).getByRole('button', { name: 'Follow', exact: false }).click();
  await page.getByRole('menuitemradio', { name: 'All' }).click();
  await expect(main(page).getByRole('button', { name: `Following Chain ${word}` })).toBeFocused();

  await page.goto(`/up/${other.userId}`);
  await main(page)
    .getByRole('button', { name: `More about ${other.fullName}` })
    .click();
  const mute = page.getByRole('menuitem', { name: `Mute ${other.fullName}` });
  await expect(mute).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await mute.click();
  await expect(page.getByText(`${other.fullName} is muted.`)).toBeAttached();

  await page.goto('/set?tab=notices');
  await page.getByLabel('How often').selectOption('never');
  const commentsByPush = page.getByRole('checkbox', { name: 'Comments: Push' });
  await expect(commentsByPush).toBeChecked();
  await commentsByPush.press('Space');
  await expect(commentsByPush).not.toBeChecked();
  const greatHere = page.getByRole('checkbox', { name: 'Great: Here' });
  await greatHere.click();
  await expect(greatHere).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Great: E-mail' })).toBeDisabled();
  await untilSaved(page);
  expect(await axeViolations(page)).toEqual([]);
  await page.reload();
  await expect(page.getByLabel('How often')).toHaveValue('never');
  await expect(commentsByPush).not.toBeChecked();
  await expect(greatHere).not.toBeChecked();
  const follows = page.getByRole('list', { name: 'What you follow' });
  await expect(follows.getByRole('link', { name: `Chain ${word}` })).toHaveAttribute('href', `/ch/${chain}`);
  expect(await axeViolations(page)).toEqual([]);
  await follows.getByRole('button', { name: /^Following/ }).click();
  await page.getByRole('menuitemradio', { name: 'Not following' }).click();
  await expect(follows).toBeHidden();

  await page.goto('/set?tab=account');
  await page
    .getByRole('list', { name: 'Muted people' })
    .getByRole('button', { name: `Unmute ${other.fullName}` })
    .click();
  await expect(main(page).getByText('You have not muted anybody.')).toBeVisible();
});

/** From the next page on the browser has a push subscription that was made with this public key. */
async function keepSubscription(page: Page, publicKey: string): Promise<void> {
  const subscription = {
    endpoint: `https://fcm.googleapis.com/fcm/send/${uniqueWord()}`,
    keys: {
      p256dh: createECDH('prime256v1').generateKeys().toString('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
  };
  await page.addInitScript(
    ({ json, key }) => {
      const kept = { options: { applicationServerKey: new Uint8Array(key).buffer }, toJSON: () => json };
      const registration = { pushManager: { getSubscription: async () => kept } };
      Object.defineProperty(Notification, 'permission', { value: 'granted', configurable: true });
      navigator.serviceWorker.getRegistration = async () => registration as never;
    },
    { json: subscription, key: [...Buffer.from(publicKey, 'base64url')] },
  );
}

test('pushes that ended with an earlier session come again, unless the user or key is another', async ({
  page,
  request,
}) => {
  const person = await newCreator();
  const answer = await callApi(siteUrl(), 'GET', 'r/notice_settings', { token: person.token });
  const { settings } = (await answer.json()) as AnswerOf<'GET /r/notice_settings'>;
  await startSignedIn(page, request, person);
  await keepSubscription(page, settings.pushKey);
  const [stored] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/r/push_subscription')),
    page.goto('/set?tab=notices'),
  ]);
  expect(stored.status()).toBe(200);
  const device = page.getByRole('region', { name: 'Notices on this device' });
  await expect(device.getByRole('button')).toHaveText('No longer send notices to this browser');

  await page.evaluate(() => localStorage.setItem('push of user', '1'));
  await page.reload();
  await expect(device.getByRole('button')).toHaveText('Send notices to this browser');
  await page.evaluate(() => localStorage.removeItem('push of user'));

  await keepSubscription(page, createECDH('prime256v1').generateKeys().toString('base64url'));
  await page.reload();
  await expect(device.getByRole('button')).toHaveText('Send notices to this browser');
});

test('the bell of a phone leads to all notices @phone', async ({ page, request, browser }) => {
  const owner = await newCreator();
  const card = await publish(owner);
  const fan = await openOtherMember(browser, siteUrl());
  await like(fan, card.id);
  await comment(fan, card.id, 'A remark.');
  await startSignedIn(page, request, owner);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/set');
  const link = page.getByRole('banner').getByRole('link', { name: 'Notices, 2 unread' });
  await link.tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Notices' })).toBeFocused();
  const items = page.getByRole('list', { name: 'Notices' }).getByRole('article');
  await expect(items).toHaveCount(2);
  await expect(items.first()).toContainText('commented on');
  expect(await axeViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.getByLabel('Show').selectOption('Likes');
  await expect(page).toHaveURL(/\/notices\?kind=like$/);
  await expect(items).toHaveCount(1);
  await main(page).getByRole('button', { name: 'Mark all as read' }).tap();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Notices', exact: true })).toBeVisible();
  await expect(items.first()).not.toContainText('New');
});
