import type { ReportReason } from '@gyan/contract/moderated.ts';
import type { Act, CaseState, ReportedKind } from '@gyan/contract/moderation.ts';
import { ruleNames } from '@gyan/contract/moderation-acts.ts';

/** The rules, in the order of the report form and of the rules page. */
export const rules: Record<ReportReason, { name: string; hint: string; text: string }> = {
  spam: {
    name: ruleNames.spam,
    hint: 'Advertising, or the same again and again',
    text: 'Do not advertise in disguise, post the same again and again, or collect likes and connections by automatic means.',
  },
  abuse: {
    name: ruleNames.abuse,
    hint: 'Insults, threats or hate',
    text: 'Do not insult, threaten, humiliate or harass anybody, and do not call for hatred against people for who they are.',
  },
  wrong: {
    name: ruleNames.wrong,
    hint: 'It teaches something false',
    text: 'Do not teach what you know to be false. For an honest mistake, suggest a change to the card first.',
  },
  copyright: {
    name: ruleNames.copyright,
    hint: 'It takes somebody’s work',
    text: 'Post only what you made, or what its licence lets you post, and name the source.',
  },
  unsafe: {
    name: ruleNames.unsafe,
    hint: 'It could hurt somebody',
    text: 'Do not show how to hurt oneself or others, and no sexual or cruel pictures. Protect children in particular.',
  },
  impersonation: {
    name: ruleNames.impersonation,
    hint: 'Somebody pretends to be another',
    text: 'Do not pretend to be another person or an organisation that you do not speak for.',
  },
  illegal: {
    name: ruleNames.illegal,
    hint: 'It breaks the law',
    text: 'Do not post what the law forbids, nor private data of others.',
  },
  other: {
    name: ruleNames.other,
    hint: 'Please say what it is',
    text: 'Whatever else harms the people who learn and teach here.',
  },
};

export const ruleList = Object.keys(rules) as ReportReason[];

export const kindNames: Record<ReportedKind, string> = {
  post: 'card',
  chapter: 'chain',
  subject: 'subject',
  comment: 'comment',
  user: 'person',
};

export const stateNames: Record<CaseState, string> = { open: 'Open', closed: 'Closed', appealed: 'Appealed' };

/** What was done, in the past tense. */
export const actNames: Record<Act, string> = {
  dismiss: 'Dismissed',
  hide: 'Hidden',
  restore: 'Restored',
  lock: 'Locked',
  unlock: 'Unlocked',
  mark_ai: 'Labelled as AI',
  warn: 'Warned',
  suspend: 'Suspended',
  lift: 'Suspension lifted',
};

export const reportText = (count: number) => (count === 1 ? '1 report' : `${count} reports`);
