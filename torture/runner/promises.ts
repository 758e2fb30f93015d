import { access } from './promises/access.ts';
import { data } from './promises/data.ts';
import { failuresAndLoad } from './promises/failures-and-load.ts';
import { input } from './promises/input.ts';
import { limitsAndAudit } from './promises/limits-and-audit.ts';
import { mailAndPasswords } from './promises/mail-and-passwords.ts';
import { moderation } from './promises/moderation.ts';
import type { Promised } from './promises/promise.ts';

/** Every promise with the tests that prove it. */
export const promises: readonly Promised[] = [
  ...data,
  ...access,
  ...input,
  ...failuresAndLoad,
  ...limitsAndAudit,
  ...mailAndPasswords,
  ...moderation,
];
