import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** For screens of members, whose parts the public screens share. */
export const memberAxeSettings = [{ colorScheme: 'dark', width: 360 }] as const;

/** Violations found by axe, one line each. */
export async function axeViolations(page: Page): Promise<string[]> {
  // After a change of the theme, colours are in transition.
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((each) => each.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  const { violations } = await new AxeBuilder({ page })
    // The default mode opens a new page for every analysis, for frames of other origins, which we do not have.
    .setLegacyMode()
    // Details of passed checks take as long as the checks.
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/** The same in the light and in the dark theme. */
export async function axeViolationsInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await axeViolations(page)).map((violation) => `${colorScheme}: ${violation}`));
  }
  return found;
}
