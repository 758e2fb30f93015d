import { isBlank } from '@gyan/contract/text.ts';
import { invalidField } from '#http/problems.ts';
import type { CardContent, CardRow } from './columns.ts';
import { cleanRichText } from './rich-text.ts';
import { firstHeading, titleFrom } from './title.ts';

export type Description = Pick<CardContent, 'htmlDesc' | 'text'>;

const emptyDescription: Description = { htmlDesc: null, text: '' };

/** HTML wins over plain text where both are sent, unless no text is left after sanitising. */
export function describe(sent: {
  htmlDesc?: string | null | undefined;
  statusText?: string | null | undefined;
}): Description {
  if (sent.htmlDesc) {
    const { html, text } = cleanRichText(sent.htmlDesc);
    if (!isBlank(text)) return { htmlDesc: html, text };
  }
  return sent.statusText ? { htmlDesc: null, text: sent.statusText } : emptyDescription;
}

/**
 * An empty field clears the description only if that field showed it: the plain editor never shows HTML, so an empty
 * plain text leaves HTML unchanged, and the other way round.
 */
export function editDescription(
  before: Description,
  sent: { htmlDesc?: string | null | undefined; statusText?: string | null | undefined },
): Description {
  if (sent.htmlDesc || sent.statusText) return describe(sent);
  const shown = before.htmlDesc === null ? sent.statusText : sent.htmlDesc;
  return shown === undefined ? before : emptyDescription;
}

/** True if a card of this type lacks its description. Videos and drawings need none. */
export function needsText(type: CardRow['type'], { text }: { text: string }): boolean {
  return text === '' && type !== 'kVideo' && type !== 'kDrawn';
}

export function checkDescription(
  type: CardRow['type'],
  description: Description,
  sent: { htmlDesc?: string | null | undefined },
): void {
  if (needsText(type, description)) {
    throw invalidField(sent.htmlDesc ? 'htmlDesc' : 'statusText', 'Card description needs to be specified');
  }
}

/** The title of a card that was sent without one: its first heading, its first sentence, or the AI prompt. */
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
