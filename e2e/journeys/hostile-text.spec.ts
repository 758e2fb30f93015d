import { writeFile } from 'node:fs/promises';
import type { AnswerOf } from '@gyan/contract/calls.ts';
import { lengths } from '@gyan/contract/limits.ts';
import type { Page } from '@playwright/test';
import { storableXss } from '../../server/test/xss-corpus.ts';
import { comment, newCreator, publish, siteUrl } from '../support/creator.ts';
import { expect, test } from '../support/journey.ts';
import { callApi, tokenOf } from '../support/named-member.ts';
import { member } from '../support/new-user.ts';
import { admin } from '../support/people.ts';
import { startSignedIn } from '../support/session.ts';

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

  const { ran, left } = watch(page);
  for (const path of [...pages, '/', '/tns']) {
    // So that what the browser itself renders is tried too.
    await page.goto(path);
    await expectNothingActive(page);
  }
  const { XSS_FIGURES: wanted } = process.env;
  const figures = { texts: storableXss.length, 'pages read': pages.length + 2, 'scripts run': ran.length };
  // Printed by `torture/xss.ts`.
  if (wanted) await writeFile(wanted, JSON.stringify(figures));
  expect({ ran, left }).toEqual({ ran: [], left: [] });
});

/** The hostile texts in pieces that fit into a report, a reason, an appeal or a note. */
function pieces(): string[] {
  const found: string[] = [''];
  for (const text of storableXss) {
    const longer = `${found.at(-1)}\n${text}`;
    if ([...longer].length > lengths.desc) found.push([...text].slice(0, lengths.desc).join(''));
    else found[found.length - 1] = longer;
  }
  return found;
}

test('hostile text in reports, reasons, appeals and notes is only ever shown, never run', async ({
  browser,
  baseURL,
}) => {
  const [owner, reporter] = [await newCreator(), await member(siteUrl())];
  const token = await tokenOf(siteUrl(), admin);
  const send = async (path: string, body: object, as?: string) => {
    const answer = await callApi(siteUrl(), 'POST', path, {
      body,
      ...(as === undefined ? {} : { token: as }),
    });
    expect(answer.status, `${path}: ${await answer.clone().text()}`).toBe(200);
    return answer.json() as Promise<{ caseModel: { caseId: number } }>;
  };
  const card = await publish(owner);
  const object = { kind: 'post', id: card.id };
  const all = pieces();
  await send('r/report', { ...object, reason: 'other', text: all[0] }, reporter.token);
  for (const text of all) {
    await send('report', { ...object, reason: 'spam', text, emailId: 'passer-by@example.org' });
    await send('r/case_act', { ...object, act: 'warn', rule: 'spam', text }, token);
    await send('r/user_note', { userId: owner.userId, text }, token);
  }
  const { caseModel } = await send(
    'r/case_act',
    { ...object, act: 'hide', rule: 'spam', text: all[1] },
    token,
  );
  const read = await callApi(siteUrl(), 'GET', 'r/my_statements?limit=100', { token: owner.token });
  const { statementModelVec } = (await read.json()) as AnswerOf<'GET /r/my_statements'>;
  expect(statementModelVec).toHaveLength(all.length + 1);
  for (const [index, { actId }] of statementModelVec.entries()) {
    await send('r/appeal', { actId, text: all[index % all.length] }, owner.token);
  }

  const open = async (as: Parameters<typeof startSignedIn>[2], paths: string[], shown: string) => {
    const desk = await (await browser.newContext({ baseURL: baseURL ?? siteUrl() })).newPage();
    const { ran, left } = watch(desk);
    await startSignedIn(desk, desk.request, as);
    for (const path of paths) {
      await desk.goto(path);
      await expect(desk.getByText(shown).first()).toBeVisible();
      await expectNothingActive(desk);
    }
    expect({ ran, left }).toEqual({ ran: [], left: [] });
    await desk.close();
  };
  const shown = storableXss[1]?.slice(0, 20) ?? '';
  await open(admin, [`/mod?state=appealed&case=${caseModel.caseId}`, `/mod/user/${owner.userId}`], shown);
  await open(owner, ['/statements'], shown);
  await open(reporter, ['/statements?tab=reports'], shown);
});

/** Scripts that ran, and requests to other sites. */
function watch(page: Page): { ran: string[]; left: string[] } {
  const ran: string[] = [];
  const left: string[] = [];
  page.on('dialog', async (dialog) => {
    ran.push(dialog.message());
    await dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(siteUrl()) && !request.url().startsWith('data:')) left.push(request.url());
  });
  return { ran, left };
}

async function expectNothingActive(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(
    await page.locator('main script, main iframe, main object, main embed, main svg script').count(),
  ).toBe(0);
  expect(await page.evaluate(findActiveContent)).toEqual([]);
}

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
