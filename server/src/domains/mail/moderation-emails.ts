import type { ReportReason } from '@gyan/contract/moderated.ts';
import { ruleNames } from '@gyan/contract/moderation-acts.ts';
import { type EmailContent, greeting } from './emails.ts';

/** The statement of reasons: what was done, how far it goes, which rule, the facts, and how to object. */
export function statementEmail(input: {
  firstName: string;
  /** What was done, as a sentence. */
  what: string;
  scope: string;
  rule: ReportReason | null;
  text: string | null;
  automated: boolean;
  /** Undefined for acts without an appeal. */
  appealUrl: string | undefined;
  url: string;
}): EmailContent {
  const rule = input.rule === null ? [] : [`The rule: ${ruleNames[input.rule]}.`];
  const facts = input.text === null || input.text === '' ? [] : [`The reason: ${input.text}`];
  const by = input.automated
    ? 'This was done automatically. An admin will look at it.'
    : 'This was decided by an admin, not automatically.';
  return {
    subject: input.what,
    preview: input.scope,
    heading: `A decision about your account${greeting(input.firstName)}`,
    paragraphs: [input.what, input.scope, ...rule, ...facts, by],
    action:
      input.appealUrl === undefined
        ? { label: 'Open Gyan', url: input.url }
        : { label: 'Read it or appeal', url: input.appealUrl },
    ...(input.appealUrl === undefined
      ? {}
      : {
          footnote:
            'If you think that this is wrong, you can appeal once. Another admin then decides. You can also go to a court.',
        }),
  };
}

export function appealDecidedEmail(input: {
  firstName: string;
  upheld: boolean;
  /** A later decision with the same effect still holds. */
  replaced: boolean;
  answer: string;
  url: string;
}): EmailContent {
  const outcome = input.upheld
    ? `Your appeal succeeded. The decision was taken back${input.replaced ? ', but a later one still holds' : ''}.`
    : 'Your appeal was declined. The decision stays as it is.';
  return {
    subject: 'Your appeal was decided',
    preview: outcome,
    heading: `Your appeal was decided${greeting(input.firstName)}`,
    paragraphs: [outcome, `The answer: ${input.answer}`],
    action: { label: 'Read it', url: input.url },
  };
}

/** To a visitor who reported something. Anybody can type any address, so that it says nothing about the object. */
export function reportAnsweredEmail(input: { acted: boolean; url: string }): EmailContent {
  return {
    subject: 'An admin looked at your report',
    preview: 'This is what became of it.',
    heading: 'An admin looked at your report',
    paragraphs: [
      'You reported something on Gyan and left this address.',
      input.acted
        ? 'An admin found that it breaks the rules and acted on it. Thank you for telling us.'
        : 'An admin found that it does not break the rules, so it stays as it is. Thank you for telling us all the same.',
    ],
    action: { label: 'Read the rules', url: input.url },
    footnote: 'If you reported nothing, somebody mistyped an address. You need not do anything.',
  };
}
