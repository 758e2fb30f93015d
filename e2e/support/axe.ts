import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** All rules on the phone; on wide screens all on the landing page, whose bars the others share, else contrast. */
export const axeSettings = [
  { colorScheme: 'light', width: 360, contrastOnly: false },
  { colorScheme: 'dark', width: 1280, contrastOnly: true },
] as const;

/** For screens of members, whose parts the public screens share. */
export const memberAxeSettings = [{ colorScheme: 'dark', width: 360 }] as const;

/** Violations found by axe, one line each. */
export async function axeViolations(page: Page, { contrastOnly = false } = {}): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (contrastOnly
    ? axe.withRules('color-contrast')
    : axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
  ).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
