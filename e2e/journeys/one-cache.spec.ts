import type { Page } from '@playwright/test';
import { makeChain, makeSubject } from '../support/chains-and-subjects.ts';
import { connect } from '../support/connect.ts';
import { cardsAbout, createChain, linkCards, uniqueWord } from '../support/content.ts';
import { newCreator, publish, siteUrl } from '../support/creator.ts';
import { expect, test, untilSaved } from '../support/journey.ts';
import { callApi, namedMember, tokenOf } from '../support/named-member.ts';
import { member } from '../support/new-user.ts';
import { rows } from '../support/rows.ts';
import { startSignedIn } from '../support/session.ts';

const main = (page: Page) => page.getByRole('main');
const tile = (page: Page, title: string) =>
  main(page)
    .getByRole('article')
    .filter({ has: page.getByRole('link', { name: title }) });
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });

/** Opens a page by the menu of the account, without a reload. */
async function openFromMenu(page: Page, { firstName }: { firstName: string }, name: string) {
  await page.getByRole('banner').getByRole('button', { name: firstName }).click();
  await page.getByRole('menuitem', { name }).click();
}

/** A creator whose card stands in their own feed, because a friend liked it, and in a chain. */
async function creatorWithCard(word: string) {
  const creator = await newCreator();
  const friend = await namedMember(siteUrl());
  const friendToken = await tokenOf(siteUrl(), friend);
  await connect(creator.token, friendToken);
  const card = await publish(creator, { title: `Dew ${word}` });
  const chainId = await createChain(creator, `Morning ${word}`);
  await linkCards(creator, chainId, [card.id]);
  const liked = await callApi(siteUrl(), 'PUT', 'r/post_like', {
    body: { postId: card.id, liked: true },
    token: friendToken,
  });
  if (!liked.ok) throw new Error(await liked.text());
  return { creator, card, chain: { path: `/ch/${chainId}`, title: `Morning ${word}` } };
}

test('a like, comment and edit on a card’s page show in the feed, search and chain opened before, without a reload', async ({
  page,
  request,
}) => {
  const word = uniqueWord();
  const { creator, card, chain } = await creatorWithCard(word);
  await startSignedIn(page, request, creator);

  const documents: string[] = [];
  page.on('request', (sent) => {
    if (sent.resourceType() === 'document') documents.push(sent.url());
  });
  await page.goto('/feed');
  await expect(tile(page, card.title)).toContainText('1 Like');
  await page.getByRole('banner').getByLabel('Search', { exact: true }).fill(word);
  await page.keyboard.press('Enter');
  await expect(tile(page, card.title)).toContainText('1 Like');
  await page
    .getByRole('navigation', { name: 'What to look for' })
    .getByRole('link', { name: /^Chains/ })
    .click();
  await main(page).getByRole('link', { name: chain.title }).click();
  await expect(page).toHaveURL(chain.path);
  await tile(page, card.title).getByRole('link', { name: card.title, exact: true }).click();
  await expect(page).toHaveURL(/\/pd\//);

  await button(page, 'Like').click();
  await page.getByRole('textbox', { name: 'Add a comment' }).fill('Seen this morning.');
  await button(page, 'Comment').click();
  await expect(main(page).getByText('2 Likes · 1 Comment')).toBeVisible();
  await button(page, 'Edit').click();
  const dialog = page.getByRole('dialog', { name: 'Edit card' });
  const title = `Dew at dawn ${word}`;
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

  const showsAll = async () => {
    await expect(tile(page, title)).toContainText('2 Likes · 1 Comment');
    await expect(tile(page, card.title)).toHaveCount(0);
  };
  await page.goBack();
  await expect(page).toHaveURL(chain.path);
  await showsAll();
  await page.goBack();
  await page
    .getByRole('navigation', { name: 'What to look for' })
    .getByRole('link', { name: /^Cards/ })
    .click();
  await showsAll();
  await page.goBack();
  await expect(page).toHaveURL('/feed');
  await showsAll();
  await expect(tile(page, title).getByRole('button', { name: 'Liked' })).toBeVisible();
  expect(documents).toHaveLength(1);
});

test('a like in the feed shows on the card’s page, and taking it back there shows in the feed', async ({
  page,
  request,
}) => {
  const { creator, card } = await creatorWithCard(uniqueWord());
  await startSignedIn(page, request, creator);
  await page.goto('/feed');
  await tile(page, card.title)
    .getByRole('button', { name: `Like ${card.title}` })
    .click();
  await expect(tile(page, card.title)).toContainText('2 Likes');
  await tile(page, card.title).getByRole('link', { name: card.title, exact: true }).click();
  await expect(page).toHaveURL(card.path);
  await expect(main(page).getByText('2 Likes', { exact: true })).toBeVisible();
  await button(page, 'Liked').click();
  await expect(main(page).getByText('1 Like', { exact: true })).toBeVisible();
  await page.goBack();
  await expect(tile(page, card.title)).toContainText('1 Like');
  await expect(tile(page, card.title).getByRole('button', { name: `Like ${card.title}` })).toBeVisible();
});

test('a chain and a subject that were removed in their lists can be saved again on their pages', async ({
  page,
  request,
}) => {
  const [maker, reader] = [await newCreator(), await member(siteUrl())];
  const chain = await makeChain(maker, 'Rain', ['Cloud']);
  const subject = await makeSubject(maker);
  await startSignedIn(page, request, reader);
  const removeFromList = async (list: string, editor: string, title: string) => {
    await button(page, `Save to ${list}`).click();
    await expect(button(page, 'Saved')).toBeVisible();
    await openFromMenu(page, reader, list);
    await main(page).getByRole('link', { name: editor }).click();
    await rows(page)
      .getByRole('button', { name: `Remove ${title}` })
      .click();
    await expect(rows(page)).toHaveCount(0);
    await untilSaved(page);
    await page.evaluate(() => history.go(-2));
  };

  await page.goto(chain.path);
  await removeFromList('My Chains', 'Edit Chains', chain.title);
  await expect(page).toHaveURL(chain.path);
  await expect(button(page, 'Save to My Chains')).toBeVisible();

  await page.goto(subject.path);
  const follow = (label: string) => main(page).getByRole('button', { name: `${label} ${subject.title}` });
  await expect(follow('Follow')).toBeVisible();
  await removeFromList('My Subjects', 'Edit Subjects', subject.title);
  await expect(page).toHaveURL(subject.path);
  await expect(button(page, 'Save to My Subjects')).toBeVisible();
  await expect(follow('Follow')).toBeVisible();
});

test('a deleted card does not come back in a list that was grown before', async ({ page, request }) => {
  const word = uniqueWord();
  const creator = await newCreator();
  const names = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth'];
  await cardsAbout(creator, word, names);
  await startSignedIn(page, request, creator);
  await page.goto(`/psl?q=${word}`);
  const tiles = main(page).getByRole('article');
  await main(page)
    .getByRole('button', { name: /^Load More/ })
    .click();
  await expect(tiles).toHaveCount(names.length);
  const title = await tiles.last().getByRole('heading').innerText();
  await tiles.last().getByRole('link', { name: title, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await button(page, 'Delete').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete card' }).click();
  await expect(page).toHaveURL('/feed');
  await page.evaluate(() => history.go(-2));
  await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
  await expect(tiles).toHaveCount(names.length - 1);
  await expect(tile(page, title)).toHaveCount(0);
});

test('a card’s page lists the chain it was just added to', async ({ page, request }) => {
  const { creator, card, chain } = await creatorWithCard(uniqueWord());
  await createChain(creator, 'Evenings');
  await startSignedIn(page, request, creator);
  await page.goto(card.path);
  const chains = main(page).getByRole('navigation', { name: 'In these chains' });
  await expect(chains.getByRole('link')).toHaveText([chain.title]);
  await button(page, 'Save or add to a chain').click();
  const dialog = page.getByRole('dialog', { name: /^Save/ });
  await dialog.getByRole('checkbox', { name: /^Evenings/ }).check();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(chains.getByRole('link', { name: 'Evenings' })).toBeVisible();
});

test('a new name shows in the feed that was opened before', async ({ page, request }) => {
  const { creator, card } = await creatorWithCard(uniqueWord());
  await startSignedIn(page, request, creator);
  await page.goto('/feed');
  await expect(tile(page, card.title)).toContainText(creator.firstName);
  await openFromMenu(page, creator, 'Settings');
  await main(page).getByRole('link', { name: 'Name', exact: true }).click();
  await page.getByLabel('First name').fill('Amina');
  await button(page, 'Save name').click();
  await expect(page).toHaveURL('/feed');
  await expect(tile(page, card.title)).toContainText('Amina');
});
