import { isBlank } from '@gyan/contract/text.ts';
import { invalidField } from '#http/problems.ts';
import type { CardContent, CardRow } from './columns.ts';
import { cleanRichText } from './rich-text.ts';
import { firstHeading, titleFrom } from './title.ts';

export type Description = Pick<CardContent, 'htmlDesc' | 'text'>;

const nothingSaid: Description = { htmlDesc: null, text: '' };

/** Markup says more than plain text where both are sent; markup with nothing left to read after cleaning says nothing. */
export function describe(sent: {
  htmlDesc?: string | null | undefined;
  statusText?: string | null | undefined;
}): Description {
  if (sent.htmlDesc) {
    const { html, text } = cleanRichText(sent.htmlDesc);
    if (!isBlank(text)) return { htmlDesc: html, text };
  }
  return sent.statusText ? { htmlDesc: null, text: sent.statusText } : nothingSaid;
}

/**
 * What an edit makes of a description. An empty field takes away what it showed: an empty plain text leaves markup alone,
 * which the plain editor never had in it, and the other way round.
 */
export function describeAnew(
  before: Description,
  sent: { htmlDesc?: string | null | undefined; statusText?: string | null | undefined },
): Description {
  if (sent.htmlDesc || sent.statusText) return describe(sent);
  const shown = before.htmlDesc === null ? sent.statusText : sent.htmlDesc;
  return shown === undefined ? before : nothingSaid;
}

/** Only a video speaks for itself. */
export function checkDescription(
  type: CardRow['type'],
  { text }: Description,
  sent: { htmlDesc?: string | null | undefined },
): void {
  if (text === '' && type !== 'kVideo') {
    throw invalidField(sent.htmlDesc ? 'htmlDesc' : 'statusText', 'Card description needs to be specified');
  }
}

/** A title for a card that came without one: a heading, the first sentence, or what the model was asked. */
export function titleOf(card: {
  htmlDesc?: string | undefined;
  text: string;
  aiPrompt?: string | undefined;
}): string {
  const heading = card.htmlDesc === undefined ? undefined : firstHeading(card.htmlDesc);
  const title =
    (heading === undefined ? undefined : titleFrom(cleanRichText(heading).text)) ??
    titleFrom(card.text) ??
    titleFrom(card.aiPrompt ?? '');
  if (title === undefined) throw invalidField('title', 'Card title needs to be specified');
  return title;
}
