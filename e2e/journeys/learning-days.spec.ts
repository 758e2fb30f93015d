import { siteUrl } from '../support/creator.ts';
import { expect, test } from '../support/journey.ts';
import { newLearner } from '../support/learning.ts';
import { startSignedIn } from '../support/session.ts';

// The browser's clock and time zone are moved; the server counts a review in the day it was answered in there.

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Zones without daylight saving time, with their hours ahead of UTC. */
const zones = [
  { zone: 'Asia/Kolkata', ahead: 5.5 },
  { zone: 'America/Phoenix', ahead: -7 },
  { zone: 'Pacific/Kiritimati', ahead: 14 },
];

for (const { zone, ahead } of zones) {
  test(`reviews until four in the morning belong to the evening before in ${zone}`, async ({
    browser,
    request,
  }) => {
    const { person } = await newLearner(['Evening', 'Night', 'Morning']);
    const context = await browser.newContext({ timezoneId: zone });
    const page = await context.newPage();
    await startSignedIn(page, request, person);
    // Midnight there, three days ago.
    const midnight = Math.floor((Date.now() + ahead * hourMs) / dayMs) * dayMs - ahead * hourMs - 3 * dayMs;
    const reviewAt = async (at: number, title: string) => {
      await page.clock.setFixedTime(at);
      await page.goto(`${siteUrl()}/learn/review`);
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      await page.keyboard.press('Space');
      const stored = page.waitForResponse((answer) => answer.url().endsWith('/r/reviews') && answer.ok());
      await page.keyboard.press('4');
      await stored;
    };
    const expectDays = async (count: number) => {
      await page.goto(`${siteUrl()}/learn`);
      await expect(page.getByRole('main')).toContainText(`You reviewed on ${count} of the last 28 days.`);
    };
    await reviewAt(midnight - 10 * 60_000, 'Evening');
    await expectDays(1);
    await reviewAt(midnight + 3.9 * hourMs, 'Night');
    await expectDays(1);
    await reviewAt(midnight + 4.1 * hourMs, 'Morning');
    await expectDays(2);
    await expect(page.getByRole('main')).toContainText('Done for today.');
    await context.close();
  });
}
