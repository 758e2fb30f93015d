import type { APIRequestContext, Page } from '@playwright/test';
import { axeViolations, memberAxeSettings } from '../support/axe.ts';
import { newCreator, publish, siteUrl } from '../support/creator.ts';
import { expect, test, untilSaved } from '../support/journey.ts';
import { callAs, newLearner, publishSubject } from '../support/learning.ts';
import { type Member, member } from '../support/new-user.ts';
import { startSignedIn } from '../support/session.ts';

const main = (page: Page) => page.getByRole('main');

const boiling = {
  title: 'Boiling',
  statusText: 'Water boils at 100 degrees at sea level. Higher up it boils sooner.',
};

async function countReviews(request: APIRequestContext, person: Member): Promise<number> {
  const answer = await request.get('/api/v1/r/learning', {
    headers: { authorization: `Bearer ${person.token}` },
  });
  const { dayVec } = (await answer.json()) as { dayVec: { reviews: number }[] };
  return dayVec.reduce((sum, { reviews }) => sum + reviews, 0);
}

test('a learner reads three cards on the phone and continues on the desktop at the card read last', async ({
  browser,
  page,
  request,
}) => {
  const { subjectId } = await publishSubject(['Spring', 'Brook', 'River', 'Sea']);
  const person = await member(siteUrl());
  const phone = await (await browser.newContext({ viewport: { width: 360, height: 780 } })).newPage();
  await startSignedIn(phone, request, person);
  await phone.goto(`${siteUrl()}/sub/${subjectId}`);
  const reading = () => phone.waitForResponse((answer) => answer.url().endsWith('/r/reading') && answer.ok());
  let marked = reading();
  await phone.getByRole('link', { name: 'Start reading' }).click();
  await expect(phone.getByRole('heading', { level: 2, name: 'Spring' })).toBeVisible();
  await marked;
  for (const title of ['Brook', 'River']) {
    marked = reading();
    await phone.getByRole('link', { name: `Next: ${title}` }).click();
    await expect(phone.getByRole('heading', { level: 2, name: title })).toBeVisible();
    await marked;
  }
  await phone.context().close();

  await startSignedIn(page, request, person);
  await page.goto('/feed');
  await expect(page.getByRole('navigation', { name: 'Learn' })).toContainText('Chapter 1 · card 3 of 4');
  await page.goto('/learn');
  const continued = main(page).getByRole('region', { name: 'Continue' });
  await expect(continued).toContainText('Chapter 1 · card 3 of 4');
  await continued.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 2, name: 'River' })).toBeVisible();
  await expect(main(page)).toContainText('You have read 3 of 4');
  // The buttons of the subject have arrived, so nothing moves under the pointer.
  await expect(page.getByRole('button', { name: /^Follow Rivers/ })).toBeVisible();
  await page.getByRole('link', { name: 'Next: Sea' }).first().click();
  await expect(main(page)).toContainText('You have read all 4');
  await page.getByRole('link', { name: 'See what you covered' }).click();
  await expect(page.getByRole('heading', { level: 2, name: /^That was Rivers/ })).toBeVisible();
});

test('a whole review is done by keyboard, with an answer taken back', async ({ page, request }) => {
  const { person } = await newLearner(['Alpha', 'Beta', 'Gamma']);
  await startSignedIn(page, request, person);
  await page.goto('/learn');
  await page.getByRole('link', { name: /^Review · about/ }).click();
  await expect(page.getByRole('heading', { name: 'Alpha' })).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('Undo the last grade');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Space');
  await expect(main(page)).toContainText('Alpha is what this card explains.');
  await expect(page.getByRole('button', { name: 'Good in 10 min' })).toBeVisible();
  await expect(page.getByRole('article').getByRole('link', { name: 'From spring to sea' })).toHaveAttribute(
    'href',
    /^\/ch\/\d+\?card=/,
  );
  await page.keyboard.press('1');
  await expect(page.getByRole('heading', { name: 'Beta' })).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).press('Space');
  await expect(page.getByRole('heading', { name: 'Alpha' })).toBeVisible();
  await page.keyboard.press('1');
  await expect(page.getByRole('heading', { name: 'Beta' })).toBeVisible();
  await page.keyboard.press('z');
  await expect(page.getByRole('heading', { name: 'Alpha' })).toBeVisible();
  await page.keyboard.press('4');
  for (const title of ['Beta', 'Gamma']) {
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
  }
  await expect(main(page)).toContainText('Done for today');
  // The answer that was taken back does not count.
  await expect.poll(() => countReviews(request, person)).toBe(3);
});

test('cards that do not stick are kept or set aside by keyboard, and the focus is not lost', async ({
  page,
  request,
}) => {
  const { person } = await newLearner(['Basalt', 'Granite']);
  // A card counts as forgotten only after days of reviews.
  await page.route('**/r/review_session*', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { reviewItemVec: { postModel: object }[] };
    const helpVec = answer.reviewItemVec.map(({ postModel }) => ({ postModel, lapses: 8, chapterId: null }));
    await route.fulfill({ response, json: { ...answer, reviewItemVec: [], helpVec, done: true } });
  });
  await startSignedIn(page, request, person);
  await page.goto('/learn/review');
  const help = page.getByRole('region', { name: 'These do not stick' });
  await expect(help.getByRole('listitem')).toHaveCount(2);
  await help.getByRole('button', { name: 'Keep it' }).first().press('Enter');
  await expect(help.getByRole('listitem')).toHaveCount(1);
  await expect(help.getByRole('heading')).toBeFocused();
  await help.getByRole('button', { name: 'Set aside' }).press('Enter');
  await expect(help).toBeHidden();
  await expect(page.locator('.review-done')).toBeFocused();
});

test('a review by touch swipes right for Good and left for Again', async ({ browser, request }) => {
  const { person } = await newLearner(['Delta', 'Estuary']);
  const context = await browser.newContext({ viewport: { width: 360, height: 780 }, hasTouch: true });
  const page = await context.newPage();
  await startSignedIn(page, request, person);
  await page.goto(`${siteUrl()}/learn/review`);
  const swipe = async (from: number, to: number) => {
    const card = page.getByRole('article');
    const touch = { pointerType: 'touch', isPrimary: true, pointerId: 1, bubbles: true };
    await card.dispatchEvent('pointerdown', { ...touch, clientX: from, clientY: 400 });
    await card.dispatchEvent('pointerup', { ...touch, clientX: to, clientY: 405 });
  };
  await page.getByRole('button', { name: 'Show answer' }).tap();
  await swipe(60, 260);
  await expect(page.getByRole('heading', { name: 'Estuary' })).toBeVisible();
  await page.getByRole('button', { name: 'Show answer' }).tap();
  await swipe(260, 60);
  // Forgotten: it comes back.
  await expect(page.getByRole('button', { name: 'Show answer' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Estuary' })).toBeVisible();
  await context.close();
});

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/Failed to load resource|ERR_INTERNET_DISCONNECTED|ERR_FAILED/] });

  test('ten answers are kept and stored once each when it is back, with a second tab open', async ({
    page,
    context,
    request,
  }) => {
    const names = Array.from({ length: 10 }, (_, index) => `Stone ${index + 1}`);
    const { person } = await newLearner(names);
    await startSignedIn(page, request, person);
    await page.goto('/learn/review');
    await expect(page.getByRole('heading', { name: 'Stone 1', exact: true })).toBeVisible();
    await context.setOffline(true);
    for (const name of names) {
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
      await page.keyboard.press('Space');
      await page.keyboard.press('4');
    }
    await expect(main(page)).toContainText('Your answers are kept and sent later.');
    expect(await countReviews(request, person)).toBe(0);
    await context.setOffline(false);
    const second = await context.newPage();
    await startSignedIn(second, request, person);
    await second.goto('/learn');
    await expect.poll(() => countReviews(request, person)).toBe(10);
    await second.reload();
    await expect(second.getByRole('main')).toContainText('Done for today');
    expect(await countReviews(request, person)).toBe(10);
  });
});

test('a visitor sees what it is and tries one review', async ({ page }) => {
  await page.goto('/learn');
  await expect(main(page)).toContainText('What you read here can stay with you.');
  await page.getByRole('button', { name: 'Show answer' }).click();
  await page.getByRole('button', { name: /^Easy/ }).click();
  await expect(main(page)).toContainText('This card would come back in 8 days');
});

test('a learner studies a chain, remembers a card, and goes on from the first card of a subject', async ({
  page,
  request,
}) => {
  const { chainId, subjectId, cards } = await publishSubject(['Moss', 'Fern', 'Bark']);
  const [moss] = cards;
  const person = await member(siteUrl());
  await startSignedIn(page, request, person);
  // Progress is shown after hydration. The first card counts as read when the learner goes on to the next.
  await page.goto(`/sub/${subjectId}`);
  await expect(main(page)).toContainText('Not begun yet');
  await page.getByRole('link', { name: 'Next: Fern' }).first().click();
  await expect(main(page)).toContainText('You have read 2 of 3');

  await page.goto(`/ch/${chainId}`);
  await page.getByRole('button', { name: 'Study', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Studying' })).toBeVisible();
  await untilSaved(page);
  const marked = page.waitForResponse((answer) => answer.url().endsWith('/r/reading') && answer.ok());
  await main(page).getByRole('link', { name: 'Moss' }).first().click();
  await marked;
  await page.getByRole('button', { name: 'Remember', exact: true }).click();
  await expect(page.getByText('This card comes back before you forget it.')).toBeVisible();
  await callAs(person, 'PUT', 'r/set_aside', { postId: moss?.id, aside: true });
  await page.reload();
  await page.getByRole('button', { name: 'Remember', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Remembering' })).toBeVisible();

  await page.goto('/learn');
  const studies = main(page).getByRole('region', { name: 'I study' });
  await expect(studies.getByRole('link', { name: /From spring to sea/ })).toBeVisible();
  await expect(studies.getByRole('link', { name: 'Moss' })).toBeVisible();
  await expect(studies).not.toContainText('set aside');
  // The card was opened in the chain, on its own page.
  await main(page).getByRole('region', { name: 'Continue' }).getByRole('link').first().click();
  await expect(page).toHaveURL(new RegExp(`/ch/${chainId}`));
  await expect(page.getByRole('heading', { level: 2, name: 'Moss' })).toBeVisible();
});

test.describe('with a refusal on the way', () => {
  test.use({ expectedErrors: [/status of 400|ERR_FAILED/] });

  test('an author accepts a suggested question, adds one, and a learner is asked', async ({
    page,
    request,
  }) => {
    const creator = await newCreator();
    const card = await publish(creator, boiling);
    await startSignedIn(page, request, creator);
    await page.goto(card.path);
    // Nothing can be added to questions that were not loaded: saving replaces them.
    await page.route('**/r/prompts*', (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: 'Questions' }).click();
    const dialog = page.getByRole('dialog', { name: 'Questions' });
    await expect(dialog.getByRole('alert')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Add a question' })).toBeHidden();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Questions' }).click();
    await dialog.getByRole('button', { name: 'Use this' }).click();
    await expect(dialog.getByLabel('Sentence, as it stands in the card')).toBeFocused();
    await expect(dialog.getByLabel('Words to hide')).toHaveValue('100');
    await dialog.getByRole('button', { name: 'Add a question' }).click();
    await dialog.getByRole('button', { name: 'Save questions' }).click();
    await expect(dialog).toContainText('Question needs to be specified');
    await dialog.getByLabel('Question', { exact: true }).fill('Why does water boil sooner on a mountain?');
    await dialog.getByLabel('Answer').fill('The air there is thinner.');
    await dialog.getByRole('button', { name: 'Save questions' }).click();
    await expect(dialog).toBeHidden();
    const answer = await request.get(`/api/v1/prompts?postId=${card.id}`);
    const { promptModelVec } = (await answer.json()) as { promptModelVec: { kind: string }[] };
    expect(promptModelVec.map(({ kind }) => kind)).toEqual(['cloze', 'question']);
  });
});

test('typed questions survive Escape and a reload until they are saved or discarded', async ({
  page,
  request,
}) => {
  const creator = await newCreator();
  const card = await publish(creator, boiling);
  await startSignedIn(page, request, creator);
  await page.goto(card.path);
  const dialog = page.getByRole('dialog', { name: 'Questions' });
  const question = dialog.getByLabel('Question', { exact: true });
  const open = () => page.getByRole('button', { name: 'Questions' }).click();
  await open();
  await dialog.getByRole('button', { name: 'Add a question' }).click();
  await question.fill('Why sooner?');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.reload();

  // Also in the form that edits the card.
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const edit = page.getByRole('dialog', { name: 'Edit card' });
  await expect(edit.getByLabel('Question', { exact: true })).toHaveValue('Why sooner?');
  await page.keyboard.press('Escape');

  // Saved on another device meanwhile.
  const promptVec = [{ kind: 'question', question: 'At how many degrees?', answer: '100' }];
  await callAs(creator, 'PUT', 'r/prompts', { postId: card.id, promptVec });
  await open();
  await expect(question).toHaveCount(2);
  await expect(question.first()).toHaveValue('Why sooner?');
  await expect(question.last()).toHaveValue('At how many degrees?');
  await dialog.getByLabel('Answer').first().fill('The air is thinner.');
  await dialog.getByRole('button', { name: 'Save questions' }).click();
  await expect(dialog).toBeHidden();

  await open();
  await expect(question).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Remove' }).first().click();
  await expect(question).toHaveValue('At how many degrees?');
  await expect(dialog.getByRole('button', { name: 'Remove' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog.getByRole('button', { name: 'Add a question' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await open();
  await expect(question).toHaveCount(2);
});

test.describe('with a refusal while editing', () => {
  test.use({ expectedErrors: [/status of 400/] });

  test('an author edits a card and its questions in one form', async ({ page, request }) => {
    const creator = await newCreator();
    const card = await publish(creator, boiling);
    await startSignedIn(page, request, creator);
    await page.goto(card.path);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit card' });
    const questions = dialog.getByRole('region', { name: 'Questions' });
    await questions.getByRole('button', { name: 'Use this' }).click();
    await expect(questions.getByLabel('Words to hide')).toHaveValue('100');
    await expect(questions).toContainText('Learners see');
    await questions.getByRole('button', { name: 'Hide words of a sentence' }).click();
    const added = questions.getByRole('group', { name: '2. Sentence with hidden words' });
    await added.getByLabel('Sentence, as it stands in the card').fill('Ice melts at 0 degrees.');
    await added.getByLabel('Words to hide').fill('0');
    await dialog.getByLabel('Title').fill('Boiling and melting');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(questions.getByRole('alert')).toBeVisible();
    // The card is saved by now; the next save starts from that, and is no conflict with it.
    // The new sentence is saved with the question about it.
    await dialog.getByLabel('Description').fill(`${boiling.statusText} Ice melts at 0 degrees.`);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(main(page)).toContainText('Ice melts at 0 degrees.');
    const answer = await request.get(`/api/v1/prompts?postId=${card.id}`);
    const { promptModelVec } = (await answer.json()) as { promptModelVec: { answer: string }[] };
    expect(promptModelVec.map(({ answer: hidden }) => hidden)).toEqual(['100', '0']);
  });
});

for (const { width, colorScheme } of memberAxeSettings) {
  test(`axe finds nothing while learning, ${colorScheme}, ${width} px`, async ({ page, request }) => {
    const { person, chainId } = await newLearner(['Basalt']);
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    const check = async (screen: string) => {
      expect.soft(await axeViolations(page), screen).toEqual([]);
      const scrolled = await page.evaluate(() => document.documentElement.scrollWidth);
      expect.soft(scrolled, `${screen} scrolls sideways`).toBeLessThanOrEqual(width);
    };

    await page.goto('/learn');
    await page.getByRole('button', { name: 'Show answer' }).click();
    await check('/learn of a visitor');

    await startSignedIn(page, request, person);
    await page.goto('/learn');
    await page.getByText('How I learn').click();
    await expect(page.getByText('Minutes a week on average')).toBeVisible();
    await check('/learn');
    await page.goto('/feed');
    await expect(page.getByRole('navigation', { name: 'Learn' }).getByRole('link')).toHaveCount(1);
    await check('the strip on the feed');
    await page.goto(`/ch/${chainId}?end=1`);
    await expect(page.getByRole('heading', { name: /^That was/ })).toBeVisible();
    await check('the end of a chain');
    await page.goto('/learn/review');
    await expect(page.getByRole('button', { name: 'Show answer' })).toBeVisible();
    await check('a question');
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: /^Good/ })).toBeVisible();
    await check('an answer');
    await page.keyboard.press('4');
    await expect(main(page)).toContainText('Done for today');
    await check('the end of a review');
    await page.goto('/learn/review');
    await expect(main(page)).toContainText('Nothing is due.');
    await check('nothing to review');
  });

  test(`axe finds nothing in the questions of a card, ${colorScheme}, ${width} px`, async ({
    page,
    request,
  }) => {
    const creator = await newCreator();
    const card = await publish(creator, boiling);
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await startSignedIn(page, request, creator);
    await page.goto(card.path);
    for (const [button, title] of [
      ['Questions', 'Questions'],
      ['Edit', 'Edit card'],
    ] as const) {
      await page.getByRole('button', { name: button, exact: true }).click();
      const dialog = page.getByRole('dialog', { name: title });
      await dialog.getByRole('button', { name: 'Use this' }).click();
      await expect(dialog).toContainText('Learners see');
      expect.soft(await axeViolations(page), title).toEqual([]);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
    }
  });
}
