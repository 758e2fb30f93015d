import type { ReportReason } from './moderated.ts';

/** What admins do about an object. No schemas here: pages that validate nothing read this. */
export const acts = [
  'dismiss',
  'hide',
  'restore',
  'lock',
  'unlock',
  'mark_ai',
  'warn',
  'suspend',
  'lift',
] as const;

type ActName = (typeof acts)[number];

/** Acts against a person: they need a rule and a sentence, and the person can appeal. */
export const appealableActs: ReadonlySet<ActName> = new Set(['hide', 'lock', 'mark_ai', 'warn', 'suspend']);

/** What was done, for notices and e-mails to the owner. */
export function actSentence(act: ActName, kind: string, title: string): string {
  const what = kind === 'user' ? 'Your account' : kind === 'comment' ? 'A comment of yours' : `“${title}”`;
  const reason = { user: '', comment: ' because of a comment of yours' }[kind] ?? ` because of ${what}`;
  const sentences: Record<ActName, string> = {
    dismiss: `${what} was looked at by an admin`,
    hide: `${what} was hidden`,
    restore: `${what} was restored`,
    lock: `${what} was locked by an admin`,
    unlock: `${what} was unlocked`,
    mark_ai: `${what} was labelled as made by AI`,
    warn: `You were warned${reason}`,
    suspend: 'Your account was suspended',
    lift: 'Your account is not suspended any more',
  };
  return sentences[act];
}

/** The rules, in the order of the report form and of the rules page. */
export const ruleNames: Record<ReportReason, string> = {
  spam: 'Spam',
  abuse: 'Abuse',
  wrong: 'Not true',
  copyright: 'Copyright',
  unsafe: 'Unsafe',
  impersonation: 'Impersonation',
  illegal: 'Illegal',
  other: 'Something else',
};
