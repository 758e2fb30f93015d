import { randomUUID } from 'node:crypto';
import type { AnswerOf } from '@gyan/contract/calls.ts';
import type { Page } from '@playwright/test';
import { axeViolations } from '../support/axe.ts';
import { siteUrl } from '../support/creator.ts';
import { alertOf, expect, test } from '../support/journey.ts';
import { callApi } from '../support/named-member.ts';
import { type Member, member } from '../support/new-user.ts';
import { admin } from '../support/people.ts';
import { createPicture } from '../support/pictures.ts';
import { pickUpByKeyboard } from '../support/rows.ts';
import { startSignedIn } from '../support/session.ts';
import { submitSignInForm } from '../support/sign-in-form.ts';

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const rows = (page: Page) => main(page).getByRole('list', { name: 'Chosen topics' }).getByRole('listitem');
const handle = (page: Page, name: string) => button(page, `Move ${name}`);

const chosenNames = ['Light', 'Music', 'History'];

/** A new user who follows three topics, in this order. */
async function follower(): Promise<Member> {
  const person = await member(siteUrl());
  const { token, userId } = person;
  const topics = await callApi(siteUrl(), 'GET', 'r/topics?all=true', { token });
  const { topicModelVec } = (await topics.json()) as AnswerOf<'GET /r/topics'>;
  for (const name of chosenNames) {
    const topicId = topicModelVec.find((topic) => topic.name === name)?.id;
    const body = { userId, topicId };
    const linked = await callApi(siteUrl(), 'PUT', 'r/link_user_topic', { body, token });
    if (!linked.ok) throw new Error(`${name} cannot be chosen: ${await linked.text()}`);
  }
  return person;
}

const middleOf = async (page: Page, name: string) => {
  const box = await handle(page, name).boundingBox();
  if (!box) throw new Error(`There is no handle for ${name}.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

async function expectOrderStored(page: Page, order: string[]) {
  await expect(rows(page)).toContainText(order);
  await expect(main(page).getByText('Saved')).toBeVisible();
  await page.reload();
  await expect(rows(page)).toContainText(order);
}

test('@phone a newcomer chooses topics with a thumb, and finds them under My Topics', async ({ page }) => {
  const person = await member(siteUrl());
  await page.goto('/login');
  await submitSignInForm(page, person);
  await expect(page).toHaveURL(/\/stv$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Choose topics' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Quick access' })).toHaveCount(0);
  await expect(main(page).getByText('None chosen yet')).toBeVisible();

  await button(page, 'Add Astronomy').tap();
  await expect(main(page).getByText('1 chosen')).toBeVisible();
  // The whole row is clickable.
  await main(page).getByRole('rowheader', { name: 'Biology' }).tap();
  await button(page, 'Add Chance').tap();
  await expect(main(page).getByText('3 chosen')).toBeVisible();
  await button(page, 'Remove Chance').tap();
  await expect(main(page).getByText('2 chosen')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);

  await button(page, 'Done').tap();
  await expect(page).toHaveURL(/\/inv$/);
  await page.goto('/utv');
  await expect(rows(page)).toContainText(['Astronomy', 'Biology']);
});

test('the topics are narrowed by name, and the field stays when it is cleared', async ({ page, request }) => {
  await startSignedIn(page, request, await member(siteUrl()));
  // Few topics have no field.
  await page.route('**/r/topics?*', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as AnswerOf<'GET /r/topics'>;
    const isNarrowed = new URL(route.request().url()).searchParams.has('q');
    const more = Array.from({ length: 13 }, (_, number) => ({ id: 9_000 + number, name: `Topic ${number}` }));
    if (!isNarrowed) answer.topicModelVec.push(...more);
    await route.fulfill({ response, json: answer });
  });
  await page.goto('/stv');
  const field = main(page).getByLabel('Find a topic');
  await field.fill('astron');
  await expect(button(page, 'Add Biology')).toBeHidden();
  await expect(page).toHaveURL(/q=astron/);
  await field.fill('');
  await expect(button(page, 'Add Biology')).toBeVisible();
  await expect(field).toBeFocused();
});

test.describe('an admin', () => {
  // The name of another topic is refused.
  test.use({ expectedErrors: [/status of 409/] });

  test('creates, renames and retires a topic', async ({ page, request }) => {
    const name = `Tides ${randomUUID().slice(0, 8)}`;
    await startSignedIn(page, request, admin);
    await page.goto('/ctv');
    await button(page, 'Create').click();
    await expect(alertOf(page)).toContainText('Name needs to be specified');
    await expect(alertOf(page)).toContainText('Image needs to be uploaded');
    await expect(main(page).getByLabel('Name')).toBeFocused();
    await main(page).getByLabel('Name').fill(name);
    await main(page)
      .getByLabel('Choose a picture')
      .setInputFiles({ name: 'sea.png', mimeType: 'image/png', buffer: await createPicture(page) });
    await page.getByRole('dialog').getByRole('button', { name: 'Use this crop' }).click();
    expect(await axeViolations(page)).toEqual([]);
    await button(page, 'Create').click();
    await expect(page).toHaveURL(/\/stv$/);
    await expect(button(page, `Add ${name}`)).toBeVisible();

    await page.goto('/lcv');
    await main(page).getByLabel('Find a topic').fill(name.toLowerCase());
    await expect(page).toHaveURL(/q=tides/);
    const topic = (called: string) => main(page).getByRole('listitem').filter({ hasText: called });
    await button(page, `Edit ${name}`).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('physics');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription(
      /There is a topic called “Physics” already\./,
    );
    await dialog.getByLabel('Name').fill(`${name} and moons`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(topic(`${name} and moons`)).toBeVisible();

    await button(page, `Retire ${name} and moons`).click();
    const question = page.getByRole('alertdialog', { name: `Retire “${name} and moons”?` });
    await question.getByRole('button', { name: 'Retire' }).click();
    await expect(topic(`${name} and moons`)).toContainText('Retired');
    expect(await axeViolations(page)).toEqual([]);
    await page.goto(`/stv?q=${encodeURIComponent(name)}`);
    await expect(main(page).getByText('Not found any interests.')).toBeVisible();
  });
});

test('a member puts topics in order by mouse and by keyboard, removes one and takes it back', async ({
  page,
  request,
}) => {
  await startSignedIn(page, request, await follower());
  await page.goto('/ltv');
  await expect(rows(page)).toContainText(chosenNames);
  const [from, to] = [await middleOf(page, 'History'), await middleOf(page, 'Light')];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y - 20, { steps: 4 });
  await page.mouse.move(to.x, to.y - 4, { steps: 8 });
  await expect(page.getByText('History is at position 1 of 3.')).toBeAttached();
  await page.mouse.up();
  await expectOrderStored(page, ['History', 'Light', 'Music']);

  await pickUpByKeyboard(page, handle(page, 'History'));
  await expect(page.getByText('Picked up History, position 1 of 3.')).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('History is at position 2 of 3.')).toBeAttached();
  await page.keyboard.press('Space');
  await expect(rows(page)).toContainText(['Light', 'History', 'Music']);
  await button(page, 'Move Music up').focus();
  await page.keyboard.press('Enter');
  await expect(button(page, 'Move Music up')).toBeFocused();
  await expectOrderStored(page, ['Light', 'Music', 'History']);

  await button(page, 'Remove Music').click();
  await expect(rows(page)).toContainText(['Light', 'History']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectOrderStored(page, ['Light', 'Music', 'History']);
  expect(await axeViolations(page)).toEqual([]);
});

test('@phone a member puts topics in order by touch', async ({ page, request }) => {
  await startSignedIn(page, request, await follower());
  await page.goto('/ltv');
  await expect(rows(page)).toContainText(chosenNames);
  const [from, to] = [await middleOf(page, 'Light'), await middleOf(page, 'History')];
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', from);
  for (let part = 1; part <= 10; part += 1) {
    await touch('touchMove', { x: from.x, y: from.y + ((to.y + 4 - from.y) * part) / 10 });
  }
  await expect(page.getByText('Light is at position 3 of 3.')).toBeAttached();
  await touch('touchEnd');
  await expectOrderStored(page, ['Music', 'History', 'Light']);
});

test.describe('a change that the server refuses', () => {
  test.use({ expectedErrors: [/status of 503/] });

  test('is put back, with the reason', async ({ page, request }) => {
    await startSignedIn(page, request, await follower());
    await page.goto('/ltv');
    await expect(rows(page)).toContainText(chosenNames);
    await page.route('**/r/link_user_topic', (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: 'unavailable', status: 503, detail: 'Gyan is briefly unavailable.' }),
      }),
    );
    await button(page, 'Move Music up').click();
    await expect(page.getByText('“Music” is back where it was. Gyan is briefly unavailable.')).toBeVisible();
    await expect(rows(page)).toContainText(chosenNames);
  });
});
