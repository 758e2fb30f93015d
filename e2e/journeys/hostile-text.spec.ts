import { writeFile } from 'node:fs/promises';
import { storableXss } from '../../server/test/xss-corpus.ts';
import { comment, newCreator, publish, siteUrl } from '../support/creator.ts';
import { openHydrated } from '../support/hydrated.ts';
import { expect, test } from '../support/journey.ts';
import { callApi } from '../support/named-member.ts';

const perCard = 40;

test('hostile text in every field is only ever shown, never run', async ({ page }) => {
  expect(storableXss.length).toBeGreaterThan(400);
  const creator = await newCreator();
  const pages: string[] = [];
  for (let start = 0; start < storableXss.length; start += perCard) {
    const some = storableXss.slice(start, start + perCard);
    const text = some.join('\n');
    await callApi(siteUrl(), 'PUT', 'r/updateusername', {
      body: { firstName: some[0]?.slice(0, 90), lastName: some.at(-1)?.slice(0, 90) },
      token: creator.token,
    });
    const bodies: Record<string, string>[] = [
      { statusText: text },
      { statusText: '', htmlDesc: `<p>Words.</p>${text}` },
    ];
    for (const body of bodies) {
      const card = await publish(creator, {
        title: [...(some.at(some.length >> 1) ?? '')].slice(0, 190).join(''),
        altText: [...(some[2] ?? 'none')].slice(0, 400).join(''),
        ...body,
      });
      await comment(creator, card.id, [...text].slice(0, 3_900).join(''));
      pages.push(card.path);
    }
  }

  const ran: string[] = [];
  const left: string[] = [];
  page.on('dialog', async (dialog) => {
    ran.push(dialog.message());
    await dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(siteUrl()) && !request.url().startsWith('data:')) left.push(request.url());
  });
  for (const path of [...pages, '/', '/tns']) {
    // So that what the browser itself renders is tried too.
    await openHydrated(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(
      await page.locator('main script, main iframe, main object, main embed, main svg script').count(),
    ).toBe(0);
    expect(await page.evaluate(findActiveContent)).toEqual([]);
  }
  const { XSS_FIGURES: wanted } = process.env;
  const figures = { texts: storableXss.length, 'pages read': pages.length + 2, 'scripts run': ran.length };
  // Printed by `torture/xss.ts`.
  if (wanted) await writeFile(wanted, JSON.stringify(figures));
  expect({ ran, left }).toEqual({ ran: [], left: [] });
});

/** Runs in the page: finds event-handler attributes, and URLs with a scheme other than http(s) and mailto. */
function findActiveContent(): string[] {
  const places = new Set(['href', 'xlink:href', 'src', 'action', 'formaction', 'data', 'ping']);
  return Array.from(document.querySelectorAll('body, body *'), (element) =>
    Array.from(element.attributes)
      .filter(({ name, value }) => {
        if (name.startsWith('on') || name === 'srcdoc') return true;
        if (!places.has(name) || value.startsWith('data:image/')) return false;
        return !/^(https?|mailto):$/.test(new URL(value, location.href).protocol);
      })
      .map(({ name, value }) => `<${element.localName} ${name}="${value}">`),
  ).flat();
}
