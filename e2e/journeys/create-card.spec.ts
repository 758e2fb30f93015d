import type { Page } from '@playwright/test';
import { axeViolations } from '../support/axe.ts';
import { newCreator, siteUrl } from '../support/creator.ts';
import { alertOf, expect, test } from '../support/journey.ts';
import { endSession } from '../support/new-user.ts';
import { admin } from '../support/people.ts';
import { createPicture, ratioOf } from '../support/pictures.ts';
import { startSignedIn } from '../support/session.ts';
import { submitSignInForm } from '../support/sign-in-form.ts';

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const preview = (page: Page) => main(page).getByRole('region', { name: 'Preview' });
const editor = (page: Page) => main(page).getByRole('textbox', { name: 'Description' });
const title = (page: Page) => main(page).getByLabel('Title');

async function openTab(page: Page, tab: 'video' | 'ai' | 'custom') {
  await page.goto(`/cp?tab=${tab}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Create Card' })).toBeVisible();
}

/** Waits for the feed and opens the new card from there. */
async function openPosted(page: Page, name: string) {
  await expect(page).toHaveURL(/\/feed$/);
  const link = page.getByRole('region', { name: 'Notifications' }).getByRole('link', { name });
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

test('a card of one’s own, with rich text, a picture and tags', async ({ page, request }) => {
  await startSignedIn(page, request, await newCreator());
  await openTab(page, 'custom');
  await button(page, 'Post').click();
  await expect(alertOf(page)).toContainText('Card title needs to be specified');
  await expect(alertOf(page)).toContainText('Card description needs to be specified');
  await expect(title(page)).toHaveAccessibleDescription('Card title needs to be specified');
  await expect(alertOf(page)).toBeHidden();

  await title(page).fill('Why a prism parts light');
  await main(page).getByLabel('Description').fill('Each colour slows down differently.');
  await button(page, 'Advanced Editor').click();
  await expect(editor(page)).toHaveText('Each colour slows down differently.');
  await editor(page).click();
  await page.keyboard.press('ControlOrMeta+A');
  await button(page, 'Bold').click();
  await button(page, 'Colour').click();
  await button(page, 'Purple').click();
  await button(page, 'Align to the centre').click();
  await button(page, 'HTML').click();
  await expect(main(page).getByLabel('Description as HTML')).toHaveValue(
    '<p class="align-center"><strong><span class="ink-7">Each colour slows down differently.</span></strong></p>',
  );
  await button(page, 'HTML').click();

  const chooser = main(page).getByLabel('Choose a picture');
  await chooser.setInputFiles({ name: 'x.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await expect(alertOf(page)).toContainText('Invalid image type');
  const buffer = await createPicture(page);
  const released = Promise.withResolvers<void>();
  await page.route('**/r/post', async (route) => {
    if (route.request().postDataBuffer()?.includes('photoBase64')) await released.promise;
    await route.continue();
  });
  await chooser.setInputFiles({ name: 'prism.png', mimeType: 'image/png', buffer });
  await page.getByRole('dialog').getByRole('button', { name: 'Use this crop' }).click();
  await expect(main(page).getByRole('progressbar')).toBeVisible();
  await main(page).getByLabel('Describe the picture').fill('A prism on a dark table');
  await main(page).getByLabel('Tags').fill('#light optics');
  await expect(preview(page)).toContainText('Why a prism parts light');
  await expect(preview(page)).toContainText('Each colour slows down differently.');

  await button(page, 'Post').click();
  await expect(button(page, 'Adding')).toBeVisible();
  released.resolve();
  await openPosted(page, 'Why a prism parts light');
  // As a reader gets it, without the editor.
  await page.reload();
  const picture = main(page).getByRole('img', { name: 'A prism on a dark table' });
  await expect(picture).toBeVisible();
  await expect.poll(() => ratioOf(picture)).toBeCloseTo(16 / 9, 1);
  const words = main(page).locator('p.align-center strong .ink-7');
  await expect(words).toHaveText('Each colour slows down differently.');
  expect(await words.evaluate((span) => getComputedStyle(span).color)).not.toBe(
    await main(page).evaluate((element) => getComputedStyle(element).color),
  );

  await expect(main(page).getByRole('link', { name: '#optics' })).toHaveAttribute('href', '/psl?q=%23optics');

  await page.goto('/mgp');
  await expect(main(page).getByRole('link', { name: 'Why a prism parts light' })).toBeVisible();
  await openTab(page, 'custom');
  await expect(title(page)).toHaveValue('');
});

test('a square picture stays whole when its frame is freed; a subject’s cover keeps 16:9', async ({
  page,
  request,
}) => {
  await startSignedIn(page, request, await newCreator());
  await openTab(page, 'custom');
  await title(page).fill('A square field');
  await main(page).getByLabel('Description').fill('As wide as it is long.');
  const file = { name: 'field.png', mimeType: 'image/png', buffer: await createPicture(page) };
  const crop = page.getByRole('dialog', { name: 'Crop the picture' });
  const free = crop.getByRole('button', { name: 'Free shape' });
  await main(page).getByLabel('Choose a picture').setInputFiles(file);
  await free.click();
  await expect(free).toHaveAttribute('aria-pressed', 'true');
  await crop.getByRole('button', { name: 'Use this crop' }).click();
  await button(page, 'Post').click();
  await openPosted(page, 'A square field');
  const picture = main(page)
    .getByRole('button', { name: /^Open the picture/ })
    .locator('img');
  await expect(picture).toBeVisible();
  await expect.poll(() => ratioOf(picture)).toBe(1);
  expect(await picture.evaluate((img) => getComputedStyle(img).objectFit)).toBe('contain');

  await page.goto('/csv');
  await main(page).getByLabel('Choose a picture').setInputFiles(file);
  await expect(crop.getByRole('button', { name: 'Use this crop' })).toBeEnabled();
  await expect(free).toHaveCount(0);
});

test('a picture can be dropped and pasted', async ({ page, request }) => {
  await startSignedIn(page, request, await newCreator());
  await openTab(page, 'custom');
  await expect(title(page)).toBeVisible();
  const data = await page.evaluateHandle(
    (base64) => {
      const bytes = Uint8Array.from(atob(base64), (char) => char.codePointAt(0) ?? 0);
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], 'prism.png', { type: 'image/png' }));
      return transfer;
    },
    (await createPicture(page)).toString('base64'),
  );
  await page.getByText('Or drop one here, or paste one.').dispatchEvent('drop', { dataTransfer: data });
  await expect(page.getByRole('dialog', { name: 'Crop the picture' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.evaluate((transfer) => {
    dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, cancelable: true }));
  }, data);
  await expect(page.getByRole('dialog', { name: 'Crop the picture' })).toBeVisible();
});

test('the formatting tools are one stop, and arrows go through them', async ({ page, request }) => {
  await startSignedIn(page, request, await newCreator());
  await openTab(page, 'custom');
  await button(page, 'Advanced Editor').click();
  await editor(page).click();
  await page.keyboard.type('Light');
  await page.keyboard.press('Shift+Tab');
  await expect(button(page, 'Paragraph')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(button(page, 'Heading 5')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button(page, 'Heading 5')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('End');
  await expect(button(page, 'HTML')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(editor(page)).toBeFocused();
  await expect(editor(page).locator('h5')).toHaveText('Light');
});

test('looking a video up again leaves the typed texts; another video’s can be undone', async ({
  page,
  request,
}) => {
  await startSignedIn(page, request, await newCreator());
  const titles = new Map([
    ['dQw4w9WgXcQ', 'How light bends'],
    ['aqz-KE-bpKQ', 'How sound travels'],
  ]);
  await page.route('**/r/video_metadata*', (route) => {
    const found = titles.get(new URL(route.request().url()).searchParams.get('videoId') ?? '');
    return route.fulfill({ json: { title: found, desc: 'From the site.', thumbnailUrl: null } });
  });
  await openTab(page, 'video');
  const address = main(page).getByLabel('YouTube URL');
  const description = main(page).getByLabel('Description');
  const tags = main(page).getByLabel('Tags');
  await address.fill('https://youtu.be/dQw4w9WgXcQ');
  await button(page, 'Show preview').click();
  await expect(title(page)).toHaveValue('How light bends');
  await title(page).fill('My own title');
  await description.fill('My own words.');
  await tags.fill('#optics');
  const lookedUp = page.waitForResponse('**/r/video_metadata*');
  await address.fill('https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3');
  await button(page, 'Show preview').click();
  await lookedUp;
  await expect(button(page, 'Show preview')).toBeEnabled();
  await expect(title(page)).toHaveValue('My own title');
  await expect(description).toHaveValue('My own words.');
  await expect(tags).toHaveValue('#optics');

  await address.fill('https://youtu.be/aqz-KE-bpKQ');
  await button(page, 'Show preview').click();
  await expect(title(page)).toHaveValue('How sound travels');
  await expect(description).toHaveValue('From the site.');
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
  await expect(title(page)).toHaveValue('My own title');
  await expect(tags).toHaveValue('#optics');
  await expect(address).toHaveValue('https://youtu.be/dQw4w9WgXcQ');
});

test.describe('when something is in the way', () => {
  test.use({
    expectedErrors: [
      /status of (?:401|50[23])|ERR_(?:FAILED|INTERNET_DISCONNECTED)|localStorage.*Access is denied/,
    ],
  });

  test('a video whose details cannot be had is posted under a typed title', async ({ page, request }) => {
    await startSignedIn(page, request, await newCreator());
    await page.route('**/r/video_metadata*', (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        json: { type: 'about:blank', title: '', status: 503, code: 'video_unavailable', detail: 'Not now.' },
      }),
    );
    await openTab(page, 'video');
    await button(page, 'Show preview').click();
    await expect(alertOf(page)).toHaveCount(0);
    await main(page).getByLabel('YouTube URL').fill('https://vimeo.com/76979871');
    await button(page, 'Show preview').click();
    await expect(alertOf(page)).toContainText('Please enter a valid YouTube URL');

    await main(page).getByLabel('YouTube URL').fill('https://youtu.be/dQw4w9WgXcQ?t=3');
    await button(page, 'Show preview').click();
    await expect(main(page).getByText('We could not look this video up')).toBeVisible();
    await button(page, 'Post').click();
    await expect(alertOf(page)).toContainText('Card title needs to be specified');
    await title(page).fill('How light bends');
    // Another video that cannot be looked up: what is typed stays.
    await main(page).getByLabel('YouTube URL').fill('https://youtu.be/aqz-KE-bpKQ');
    const lookedUp = page.waitForResponse('**/r/video_metadata*');
    await button(page, 'Show preview').click();
    await lookedUp;
    await expect(button(page, 'Show preview')).toBeEnabled();
    await expect(title(page)).toHaveValue('How light bends');
    await main(page).getByLabel('YouTube URL').fill('https://youtu.be/dQw4w9WgXcQ?t=3');
    await button(page, 'Show preview').click();
    await expect(preview(page)).toContainText('How light bends');
    await page.route('https://www.youtube-nocookie.com/**', (route) => route.fulfill({ body: 'A player' }));
    await preview(page)
      .getByRole('button', { name: 'Play the video “How light bends” from YouTube' })
      .click();
    await expect(preview(page).locator('iframe[title="How light bends"]')).toHaveAttribute(
      'src',
      /^https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ/,
    );
    await button(page, 'Post').click();
    await openPosted(page, 'How light bends');
    await expect(button(page, 'Play the video “How light bends” from YouTube')).toBeVisible();
  });

  test('a picture whose server died on the way is sent again by itself', async ({ page, request }) => {
    await startSignedIn(page, request, await newCreator());
    await openTab(page, 'custom');
    await title(page).fill('Why a wick wants oil');
    await main(page).getByLabel('Description').fill('Alone it burns short.');
    const buffer = await createPicture(page);
    const chooser = main(page).getByLabel('Choose a picture');
    await chooser.setInputFiles({ name: 'wick.png', mimeType: 'image/png', buffer });
    let failures = 0;
    await page.route('**/r/post', async (route) => {
      const isPicture = route.request().postDataBuffer()?.includes('photoBase64');
      if (!isPicture || failures > 0) return route.continue();
      failures += 1;
      // As a load balancer answers.
      return route.fulfill({ status: 502, body: '<html>Bad gateway</html>' });
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Use this crop' }).click();
    await expect(main(page).getByText('trying again')).toBeVisible();
    await expect(main(page).getByText('Saved as a draft')).toBeVisible();
    await button(page, 'Post').click();
    await openPosted(page, 'Why a wick wants oil');
    await page.goto('/mgp');
    await expect(main(page).getByRole('link', { name: 'Why a wick wants oil' })).toHaveCount(1);
  });

  test('where there is no AI the tab says so at once, and Custom is the first tab shown', async ({
    page,
    request,
  }) => {
    await startSignedIn(page, request, await newCreator());
    await page.goto('/cp');
    const tab = (name: string) => main(page).getByRole('link', { name, exact: true });
    await expect(tab('Custom')).toHaveAttribute('aria-current', 'page');
    await tab('AI').click();
    await main(page).getByLabel('Prompt').fill('Why is the sky blue?');
    await expect(page).toHaveURL(/tab=ai&draft=\d+$/);
    await page.reload();
    await expect(main(page).getByLabel('Prompt')).toHaveValue('Why is the sky blue?');
    await page.goto('/cp');
    await expect(tab('AI')).toHaveAttribute('aria-current', 'page');
    await expect(main(page).getByLabel('Prompt')).toHaveValue('');

    await page.route('**/cp', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ body: (await answer.text()).replace('"ai":true', '"ai":false') });
    });
    await page.goto('/cp');
    await expect(main(page).getByText('There is no AI here yet')).toBeVisible();
    await expect(main(page).getByLabel('Prompt')).toHaveCount(0);
    await main(page).getByRole('link', { name: 'Write a card of your own' }).click();
    await expect(title(page)).toBeVisible();
  });

  test('a draft survives a failed post, a lost session and a reload', async ({ page }) => {
    const person = await newCreator();
    await page.goto('/login?returnUrl=%2Fcp%3Ftab%3Dcustom');
    await submitSignInForm(page, person);
    await title(page).fill('Tides');
    await button(page, 'Advanced Editor').click();
    await editor(page).click();
    await page.keyboard.type('The moon pulls.');
    await page.context().setOffline(true);
    await button(page, 'Post').click();
    await expect(alertOf(page)).toContainText('We could not reach the server.');
    await expect(editor(page)).toHaveText('The moon pulls.');
    await page.context().setOffline(false);
    // Else the draft, when it is saved again, is refused before the card.
    await expect(main(page).getByText('Saved as a draft')).toBeVisible();

    const token = await page.evaluate(() =>
      String(JSON.parse(localStorage.getItem('userData') ?? '{}').authdata),
    );
    await endSession(siteUrl(), token);
    await button(page, 'Post').click();
    await expect(page).toHaveURL(/\/login/);
    await submitSignInForm(page, person);
    await expect(title(page)).toHaveValue('Tides');
    await expect(editor(page)).toHaveText('The moon pulls.');
    await page.reload();
    await expect(editor(page)).toHaveText('The moon pulls.');
    await button(page, 'Post').click();
    await openPosted(page, 'Tides');
  });
});

test('an AI card is written, edited, labelled and posted', async ({ page, request }) => {
  await startSignedIn(page, request, await newCreator());
  const event = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
  await page.route('**/r/gen?*', (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      body:
        event('delta', { text: 'Blue light scatters.' }) +
        event('done', {
          content: '<h5>The blue sky</h5><p>Blue light scatters.</p>',
          modelName: 'lamp-1',
        }),
    }),
  );
  await openTab(page, 'ai');
  await main(page).getByLabel('Prompt').fill('Why is the sky blue?');
  await button(page, 'Write it').click();
  await expect(preview(page)).toContainText('AI · lamp-1');
  await expect(preview(page)).toContainText('The blue sky');
  await expect(editor(page)).toContainText('Blue light scatters.');
  await editor(page).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' Red passes.');
  await button(page, 'Post').click();
  await openPosted(page, 'The blue sky');
  await expect(main(page)).toContainText('AI · lamp-1');
  await expect(main(page)).toContainText('Blue light scatters. Red passes.');
});

test('writing can be stopped, and what has come is kept', async ({ page, request }) => {
  await startSignedIn(page, request, await newCreator());
  await page.addInitScript(() => {
    const real = globalThis.fetch;
    // A stream that stays open, which `route.fulfill` cannot send.
    globalThis.fetch = async (input, init) => {
      if (typeof input !== 'string' || !input.includes('/r/gen')) return real(input, init);
      const stream = new ReadableStream({
        start(controller) {
          const text = 'event: delta\ndata: {"text":"The moon pulls."}\n\n';
          controller.enqueue(new TextEncoder().encode(text));
          init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
        },
      });
      return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
    };
  });
  await openTab(page, 'ai');
  await main(page).getByLabel('Prompt').fill('Tides');
  await button(page, 'Write it').click();
  await expect(main(page).getByRole('region', { name: 'The text so far' })).toContainText('The moon pulls.');
  await expect(button(page, 'Stop')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(editor(page)).toHaveText('The moon pulls.');
  await expect(main(page).getByRole('heading', { name: 'Your card' })).toBeFocused();
});

test('an admin posts as a creator', async ({ page, request }) => {
  const creator = await newCreator();
  await startSignedIn(page, request, admin);
  await openTab(page, 'custom');
  await title(page).fill('Posted for somebody');
  await main(page).getByLabel('Description').fill('On their behalf.');
  const choice = main(page).getByLabel('Post as');
  await expect(choice.getByRole('option', { name: creator.firstName }).first()).toBeAttached();
  await choice.selectOption(String(creator.userId));
  await expect(preview(page)).toContainText(creator.firstName);
  await button(page, 'Post').click();
  await openPosted(page, 'Posted for somebody');
  await expect(main(page).getByRole('link', { name: creator.firstName }).first()).toHaveAttribute(
    'href',
    `/up/${creator.userId}`,
  );
});

test('axe finds nothing on the three tabs @phone', async ({ page, request }) => {
  await startSignedIn(page, request, await newCreator());
  for (const tab of ['video', 'ai', 'custom'] as const) {
    await openTab(page, tab);
    if (tab === 'custom') {
      await button(page, 'Advanced Editor').click();
      await button(page, 'Colour').click();
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect.soft(await axeViolations(page), `${tab}, ${colorScheme}`).toEqual([]);
    }
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  }
});
