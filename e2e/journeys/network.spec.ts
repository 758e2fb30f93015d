import type { AnswerOf } from '@gyan/contract/calls.ts';
import type { Page } from '@playwright/test';
import { axeViolations } from '../support/axe.ts';
import { connect } from '../support/connect.ts';
import { uniqueWord } from '../support/content.ts';
import { type Card, newCreator, publish } from '../support/creator.ts';
import { expect, test } from '../support/journey.ts';
import { callApi } from '../support/named-member.ts';
import { type OtherMember, openOtherMember } from '../support/other-member.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name });
const visit = ({ page }: OtherMember, { userId }: OtherMember) => page.goto(`/up/${userId}`);

test('two people ask, withdraw, accept and part, and each sees every step', async ({ browser, baseURL }) => {
  const [ana, bo] = await Promise.all([
    openOtherMember(browser, baseURL ?? ''),
    openOtherMember(browser, baseURL ?? ''),
  ]);

  await ana.page.goto('/inv?tab=search');
  await ana.page.getByRole('searchbox', { name: 'Search for users to connect' }).fill(bo.lastName);
  await ana.page.keyboard.press('Enter');
  await expect(ana.page).toHaveURL(new RegExp(`/inv\\?tab=search&q=${bo.lastName}$`));
  await expect(ana.page.getByRole('searchbox', { name: 'Search for users to connect' })).toBeFocused();
  await button(ana.page, /^Send Connection Request/).press('Enter');
  await expect(button(ana.page, /^Sent Connection Request/)).toBeFocused();

  await bo.page.goto('/conns?tab=received');
  await expect(button(bo.page, /^Accept Connection Request/)).toBeVisible();
  await visit(bo, ana);
  await expect(button(bo.page, /^Accept Connection Request/)).toBeVisible();

  await button(ana.page, /^Sent Connection Request/).press('Enter');
  await ana.page.getByRole('menuitem', { name: 'Withdraw request' }).press('Enter');
  await expect(button(ana.page, /^Send Connection Request/)).toBeVisible();
  await bo.page.reload();
  await expect(button(bo.page, /^Send Connection Request/)).toBeVisible();

  await button(ana.page, /^Send Connection Request/).click();
  await expect(button(ana.page, /^Sent Connection Request/)).toBeVisible();
  await ana.page.goto('/conns?tab=sent');
  await expect(
    ana.page.getByRole('list', { name: 'Sent' }).getByRole('link', { name: bo.fullName }),
  ).toBeVisible();
  await expect(ana.page.getByRole('link', { name: /^Sent/ })).toHaveText('Sent1');

  await bo.page.goto('/conns?tab=received');
  await button(bo.page, /^Accept Connection Request/).click();
  await expect(button(bo.page, /^Connected/), 'the answer can be seen').toBeVisible();
  await expect(bo.page.getByRole('link', { name: /^Connections/ })).toHaveText('Connections1');
  await expect(bo.page.getByRole('link', { name: /^Received/ })).toHaveText('Received0');

  await visit(ana, bo);
  await expect(button(ana.page, /^Connected/)).toBeVisible();
  await visit(bo, ana);
  await expect(button(bo.page, /^Connected/)).toBeVisible();

  await ana.page.goto('/conns');
  await button(ana.page, /^Remove/).click();
  const question = ana.page.getByRole('alertdialog', {
    name: `Remove ${bo.fullName} from your connections?`,
  });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(ana.page.getByRole('link', { name: bo.fullName })).toBeVisible();
  await button(ana.page, /^Remove/).click();
  await question.getByRole('button', { name: 'Remove connection' }).click();
  await expect(ana.page.getByText('You have not connected with anyone yet.')).toBeVisible();
  await bo.page.reload();
  await expect(button(bo.page, /^Send Connection Request/)).toBeVisible();
  expect([...ana.browserErrors, ...bo.browserErrors]).toEqual([]);
});

test('requests that cross connect the two', async ({ browser, baseURL }) => {
  const [ana, bo] = await Promise.all([
    openOtherMember(browser, baseURL ?? ''),
    openOtherMember(browser, baseURL ?? ''),
  ]);
  await Promise.all([visit(ana, bo), visit(bo, ana)]);
  await expect(button(bo.page, /^Send Connection Request/)).toBeVisible();
  await button(ana.page, /^Send Connection Request/).click();
  await expect(button(ana.page, /^Sent Connection Request/)).toBeVisible();
  await button(bo.page, /^Send Connection Request/).click();
  await expect(button(bo.page, /^Connected/)).toBeVisible();
  await ana.page.reload();
  await expect(button(ana.page, /^Connected/)).toBeVisible();
});

test('an answer to a request that is gone is taken back with the reason', async ({ browser, baseURL }) => {
  const site = baseURL ?? '';
  const [ana, bo] = await Promise.all([openOtherMember(browser, site), openOtherMember(browser, site)]);
  const body = { receivingUserId: bo.userId };
  const sent = await callApi(site, 'POST', 'r/connreq', { body, token: ana.token });
  const { connectionReqId } = (await sent.json()) as { connectionReqId: number };
  await bo.page.goto('/conns?tab=received');
  await expect(button(bo.page, /^Accept Connection Request/)).toBeVisible();
  await callApi(site, 'DELETE', `r/connreq?connectionReqId=${connectionReqId}`, { token: ana.token });
  await button(bo.page, /^Accept Connection Request/).click();
  await expect(bo.page.getByRole('log')).toContainText(`The request of ${ana.fullName} was not accepted.`);
  await expect(bo.page.getByText('Currently, you have no pending connection requests.')).toBeVisible();
});

test('a notice leads to its request, and the focus stays in the list when it is declined', async ({
  browser,
  baseURL,
}) => {
  const site = baseURL ?? '';
  const [ana, bo] = await Promise.all([openOtherMember(browser, site), openOtherMember(browser, site)]);
  // The list is known before the request is made.
  await bo.page.goto('/conns?tab=received');
  await expect(bo.page.getByText('Currently, you have no pending connection requests.')).toBeVisible();
  await bo.page.getByRole('link', { name: 'Gyan', exact: true }).click();
  const body = { receivingUserId: bo.userId };
  const sent = await callApi(site, 'POST', 'r/connreq', { body, token: ana.token });
  const { connectionReqId } = (await sent.json()) as { connectionReqId: number };
  await bo.page.getByRole('button', { name: /^Notices/ }).click();
  await bo.page
    .getByRole('dialog', { name: 'Notices' })
    .getByRole('link', { name: `${ana.fullName} would like to connect` })
    .click();
  await expect(bo.page.locator(`#request-${connectionReqId}`)).toBeFocused();
  await bo.page.keyboard.press('Tab');
  await button(bo.page, /^Decline/).press('Enter');
  await expect(bo.page.getByText('Currently, you have no pending connection requests.')).toBeVisible();
  await expect(bo.page.getByRole('region', { name: 'Received' })).toBeFocused();
});

/** Blocks the user whose profile is open. */
async function block(page: Page, name: string) {
  await button(page, `More about ${name}`).click();
  await page.getByRole('menuitem', { name: `Block ${name}` }).click();
  const question = page.getByRole('alertdialog', { name: `Block ${name}?` });
  // The profile is fetched again, and is not found.
  const listed = page.waitForResponse((response) => response.url().includes('/r/blocks'));
  await question.getByRole('button', { name: 'Block' }).click();
  await listed;
  await expect(button(page, /^Unblock/)).toBeVisible();
  await expect(page.getByText(`You have blocked ${name}.`)).toBeVisible();
}

test('who is blocked leaves the feed that was open before, one after the other', async ({
  browser,
  baseURL,
}) => {
  const { page, token } = await openOtherMember(browser, baseURL ?? '');
  const friends = [await newCreator(), await newCreator()];
  const cards: Card[] = [];
  for (const friend of friends) {
    await connect(token, friend.token);
    cards.push(await publish(friend, { title: `A card of a friend ${uniqueWord()}` }));
  }
  await page.goto('/feed');
  const tile = (at: number) => page.getByRole('main').getByRole('link', { name: cards[at]?.title }).first();
  for (const at of [0, 1]) {
    await expect(tile(at)).toBeVisible();
    await page.getByRole('main').locator(`a[href="/up/${friends[at]?.userId}"]`).first().click();
    await block(page, 'Noor Haddad');
    await page.getByRole('link', { name: 'Home' }).first().click();
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    await expect(tile(at)).toBeHidden();
  }
});

test('who is blocked is told nothing and sees nothing, and neither does who blocked', async ({
  browser,
  baseURL,
}) => {
  const [ana, bo] = await Promise.all([
    openOtherMember(browser, baseURL ?? ''),
    openOtherMember(browser, baseURL ?? ''),
  ]);
  await visit(ana, bo);
  await block(ana.page, bo.fullName);
  await visit(bo, ana);
  await expect(bo.page.getByRole('heading', { name: 'We looked everywhere' })).toBeVisible();
  for (const [one, other] of [
    [ana, bo],
    [bo, ana],
  ] as const) {
    await one.page.goto(`/inv?tab=search&q=${other.lastName}`);
    await expect(one.page.getByRole('main').getByText('No results')).toBeVisible();
  }

  await visit(ana, bo);
  await expect(button(ana.page, /^Unblock/), 'also after a reload').toBeVisible();
  await ana.page.goto('/conns');
  await expect(ana.page.getByRole('link', { name: 'People you have blocked' })).toBeVisible();
  await ana.page.goto('/set?tab=account');
  await ana.page.getByRole('link', { name: 'People you have blocked' }).click();
  await button(ana.page, /^Unblock/).click();
  await ana.page
    .getByRole('alertdialog', { name: `Unblock ${bo.fullName}?` })
    .getByRole('button', { name: 'Unblock' })
    .click();
  await expect(ana.page.getByText('You have not blocked anybody.')).toBeVisible();
  await bo.page.goto(`/up/${ana.userId}`);
  await expect(button(bo.page, /^Send Connection Request/)).toBeVisible();
});

test('what somebody made whom one has blocked is neither trending nor at its own address', async ({
  browser,
  baseURL,
}) => {
  const site = baseURL ?? '';
  const ana = await openOtherMember(browser, site);
  const { postModelVec } = (await (
    await callApi(site, 'GET', 'posts?limit=1')
  ).json()) as AnswerOf<'GET /posts'>;
  const [post] = postModelVec;
  await ana.page.goto('/tgp');
  const card = ana.page.locator(`main a[href="/pd/${post?.urlText}"]`).first();
  await expect(card).toBeVisible();
  const body = { userId: post?.ownerModel.userId, blocked: true };
  expect((await callApi(site, 'PUT', 'r/block', { body, token: ana.token })).status).toBe(200);
  await ana.page.reload();
  await expect(card).toBeHidden();
  await expect(ana.page.locator('main a[href^="/pd/"]').first(), 'the others are').toBeVisible();
  await ana.page.goto(`/pd/${post?.urlText}`);
  await expect(ana.page.getByRole('heading', { name: 'We looked everywhere' })).toBeVisible();
});

test('the lists say what is missing, and axe finds nothing in them', async ({ browser, baseURL }) => {
  const { page } = await openOtherMember(browser, baseURL ?? '');
  // The demo has makers of great cards to suggest.
  await page.route('**/r/usersuggestions*', (route) => route.fulfill({ json: { userSuggestions: [] } }));
  for (const [path, text] of [
    ['/conns', 'You have not connected with anyone yet.'],
    ['/conns?tab=received', 'Currently, you have no pending connection requests.'],
    ['/conns?tab=sent', 'You currently have no sent connection requests.'],
    ['/inv', "We don't have any contacts to show you at this time. Please check back later!"],
    [
      '/inv?tab=connect',
      "We don't have any users that you can connect to at this time. Please check back later!",
    ],
    ['/inv?tab=search&q=xyzzyxyzzy', 'No results'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('main').getByText(text)).toBeVisible();
    // One page of each kind: the others differ only in a text.
    if (/^\/(?:conns|inv\?tab=search.*)$/.test(path)) {
      expect.soft(await axeViolations(page), path).toEqual([]);
    }
  }
});
