import { axeViolations } from '../support/axe.ts';
import { newCreator, publish } from '../support/creator.ts';
import { expect, test } from '../support/journey.ts';
import { callApi } from '../support/named-member.ts';
import { openOtherMember } from '../support/other-member.ts';
import { startSignedIn } from '../support/session.ts';

test('a visitor reads who somebody is and what they have made, also without JavaScript', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const { postModelVec } = await (await request.get('/api/v1/posts')).json();
  const { ownerModel } = postModelVec[0];
  const name = `${ownerModel.firstName} ${ownerModel.lastName}`;
  const path = `/up/${ownerModel.userId}`;
  const plain = await browser.newPage({ baseURL, javaScriptEnabled: false });
  await plain.goto(path);
  await expect(plain).toHaveTitle(new RegExp(name));
  await expect(plain.getByRole('heading', { level: 1, name })).toBeVisible();
  expect(await plain.locator('main a[href^="/pd/"]').count()).toBeGreaterThan(0);
  const facts = JSON.parse((await plain.locator('script[type="application/ld+json"]').textContent()) ?? '');
  expect(facts).toMatchObject({ '@type': 'ProfilePage', mainEntity: { '@type': 'Person', name } });
  await plain.close();

  await page.goto(path);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Chains/ })
    .click();
  await expect(page).toHaveURL(/\?tab=chains$/);
  await expect(page.getByRole('region', { name: 'Chains' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: /Connection/ })).toHaveCount(0);
  for (const [width, colorScheme] of [
    [360, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    expect.soft(await axeViolations(page), `${width} px, ${colorScheme}`).toEqual([]);
  }
});

test('nobody at an address is a page that says so', async ({ request }) => {
  const statuses = await Promise.all(
    ['/up/999999999', '/up/nobody'].map(async (path) => (await request.get(path)).status()),
  );
  expect(statuses).toEqual([404, 404]);
});

test('a maker sees their own page grow, seven at a time', async ({ page, request }) => {
  const maker = await newCreator();
  await startSignedIn(page, request, maker);
  const { userModel } = (await (
    await callApi(process.env.GYAN_URL ?? '', 'GET', 'r/user', { token: maker.token })
  ).json()) as {
    userModel: { userId: number };
  };
  await page.goto(`/up/${userModel.userId}`);
  await expect(
    page.getByText(
      "Looks like Noor Haddad hasn't shared any Gyan Cards yet. Check back soon to see what they share with the community!",
    ),
  ).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: /^Cards/ })).toHaveText('Cards');
  await expect(page.getByRole('main').getByRole('link', { name: 'Edit profile' })).toBeVisible();
  for (let number = 1; number <= 9; number += 1) await publish(maker, { title: `Tide ${number}` });
  await page.goto(`/up/${userModel.userId}?tab=cards`);
  const tiles = page.getByRole('region', { name: 'Cards' }).getByRole('article');
  await expect(tiles).toHaveCount(7);
  await page.getByRole('button', { name: 'Load More Cards' }).click();
  await expect(tiles).toHaveCount(9);
  await expect(page.getByRole('main').getByRole('link', { name: /^Cards/ })).toHaveText('Cards9');

  await tiles.getByRole('link', { name: 'Tide 2' }).click();
  await page.getByRole('button', { name: 'Pin to profile' }).click();
  await expect(page.getByRole('button', { name: 'Unpin from profile' })).toBeVisible();
  await page.goto('/set?tab=about');
  await expect(page.getByText('Pinned to your profile: Tide 2')).toBeVisible();
  await page.getByRole('textbox', { name: 'Bio' }).fill('Tides and moons.');
  await page.getByRole('button', { name: 'Save bio' }).click();
  await expect(page).toHaveURL('/feed');
  await page.goto(`/up/${userModel.userId}`);
  await expect(page.getByText('Tides and moons.')).toBeVisible();
  await expect(tiles).toHaveCount(8);
  await expect(page.locator('.captioned').filter({ hasText: 'Pinned' })).toContainText('Tide 2');
  await expect(tiles.getByRole('link', { name: 'Tide 2' })).toHaveCount(1);
});

test('whom both know is named', async ({ browser, baseURL }) => {
  const site = baseURL ?? '';
  const [ana, bo, cy] = await Promise.all([
    openOtherMember(browser, site),
    openOtherMember(browser, site),
    openOtherMember(browser, site),
  ]);
  for (const one of [ana, bo]) {
    await callApi(site, 'POST', 'r/connreq', { body: { receivingUserId: cy.userId }, token: one.token });
    await callApi(site, 'POST', 'r/connreq', { body: { receivingUserId: one.userId }, token: cy.token });
  }
  await ana.page.goto(`/up/${bo.userId}`);
  await expect(ana.page.getByText(`Mutual connection: ${cy.fullName}`)).toBeVisible();
  await ana.page.goto('/inv?tab=connect');
  await expect(ana.page.getByRole('listitem').filter({ hasText: bo.fullName })).toContainText(
    `1 shared connection: ${cy.fullName}`,
  );
});
