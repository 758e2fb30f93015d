import type { AnswerOf } from '@gyan/contract/calls.ts';
import { newCreator, publish, siteUrl } from '../support/creator.ts';
import { alertOf, expect, test } from '../support/journey.ts';
import { callApi } from '../support/named-member.ts';
import { member } from '../support/new-user.ts';
import { startSignedIn } from '../support/session.ts';

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

const unreachable = 'We could not reach the server.';

test('without a connection a list says so, and Retry fetches it later', async ({
  page,
  context,
  request,
}) => {
  const reader = await member(siteUrl());
  const { token } = reader;
  const card = await publish(await newCreator());
  const lists: number[] = [];
  for (const title of ['Mornings', 'Evenings']) {
    const answer = await callApi(siteUrl(), 'POST', 'r/saved_list', { body: { title }, token });
    const { savedListModel } = (await answer.json()) as AnswerOf<'POST /r/saved_list'>;
    lists.push(savedListModel.listId);
  }
  const body = { kind: 'post', id: card.id, saved: true, listId: lists[1] };
  await callApi(siteUrl(), 'PUT', 'r/saved', { body, token });
  // The page would fetch the list by itself: see the next journey.
  await page.addInitScript(() =>
    addEventListener('online', (event) => event.stopImmediatePropagation(), { capture: true }),
  );
  await startSignedIn(page, request, reader);
  await page.goto('/saved');
  const main = page.getByRole('main');
  // The first step to another list loads the code for it.
  const loaded = page.waitForResponse(/\/assets\/head-/);
  await main.getByRole('link', { name: 'Mornings 0' }).click();
  await expect(main.getByText('Nothing in this list yet')).toBeVisible();
  await loaded;

  await context.setOffline(true);
  await main.getByRole('link', { name: 'Evenings 1' }).click();
  await expect(alertOf(page)).toContainText(unreachable);
  await context.setOffline(false);
  await main.getByRole('button', { name: 'Retry' }).click();
  await expect(main.getByRole('link', { name: card.title })).toBeVisible();
});

test('without a connection a change is refused at once, and the page catches up later', async ({
  page,
  context,
  request,
}) => {
  const reader = await member(siteUrl());
  const card = await publish(await newCreator());
  await startSignedIn(page, request, reader);
  await page.goto(card.path);
  await page.getByRole('button', { name: 'Save or add to a chain' }).click();
  const dialog = page.getByRole('dialog', { name: /^Save/ });
  const saved = dialog.getByRole('checkbox', { name: 'Saved' });
  await expect(saved).not.toBeChecked();

  await context.setOffline(true);
  await saved.click();
  await expect(dialog.getByRole('alert')).toContainText(`It was not saved. ${unreachable}`);
  await expect(saved).not.toBeChecked();
  const fetched = page.waitForResponse((response) => response.url().includes('/r/saved_state'));
  await context.setOffline(false);
  await fetched;
  await saved.check();
  await expect(dialog.getByRole('alert')).toBeHidden();
});

test('without a connection what was removed or switched comes back', async ({ page, context, request }) => {
  const reader = await member(siteUrl());
  const card = await publish(await newCreator());
  const body = { kind: 'post', id: card.id, saved: true };
  await callApi(siteUrl(), 'PUT', 'r/saved', { body, token: reader.token });
  await startSignedIn(page, request, reader);
  const main = page.getByRole('main');
  const notifications = page.getByRole('region', { name: 'Notifications' });

  await page.goto('/saved');
  const remove = main.getByRole('button', { name: `Remove ${card.title}` });
  await expect(remove).toBeVisible();
  await context.setOffline(true);
  await remove.click();
  await expect(notifications).toContainText(`“${card.title}” is still there. ${unreachable}`);
  await expect(remove).toBeVisible();

  await context.setOffline(false);
  await page.goto('/set?tab=notices');
  const digest = page.getByLabel('How often');
  await expect(digest).toHaveValue('weekly');
  await context.setOffline(true);
  await digest.selectOption('never');
  await expect(notifications).toContainText(`That was not saved. ${unreachable}`);
  await expect(digest).toHaveValue('weekly');
});
