import type { FieldChange } from '@gyan/contract/revisions.ts';
import { splitTags } from '@gyan/contract/tags.ts';
import type { CardContent } from '#domains/cards/columns.ts';
import { changesBetween, comparedTexts } from '#domains/cards/comparison.ts';
import { type Description, editDescription } from '#domains/cards/content.ts';
import { editTags } from '#domains/cards/tags.ts';
import { invalidField } from '#http/problems.ts';

/** What a suggestion changes; null for what stays. The description is `text` and `htmlDesc` together. */
export interface SuggestedContent {
  title: string | null;
  text: string | null;
  htmlDesc: string | null;
  tags: string[] | null;
}

type Content = Pick<CardContent, 'title' | 'text' | 'htmlDesc' | 'tags'>;

interface Form {
  title?: string | null | undefined;
  statusText?: string | null | undefined;
  htmlDesc?: string | null | undefined;
  tagsText?: string | null | undefined;
}

/** Reads the form. Fields that are sent unchanged are not suggested. */
export function suggestedContent(card: Content, form: Form): SuggestedContent {
  if (form.title === null) throw invalidField('title', 'Card title needs to be specified');
  const description = editDescription(card, form);
  const isDescribed = !isSame(description, card);
  const tags = form.tagsText === undefined ? null : splitTags(form.tagsText ?? '');
  return {
    title: form.title === undefined || form.title === card.title ? null : form.title,
    text: isDescribed ? description.text : null,
    htmlDesc: isDescribed ? description.htmlDesc : null,
    tags: tags?.join(' ') === card.tags.join(' ') ? null : tags,
  };
}

function isSame(one: Description, other: Description): boolean {
  return one.text === other.text && one.htmlDesc === other.htmlDesc;
}

/** The texts of a card if the suggestion is accepted. */
export function contentWith(card: Content, suggested: SuggestedContent): Content {
  const { text, htmlDesc } = suggested.text === null ? card : { ...suggested, text: suggested.text };
  return {
    title: suggested.title ?? card.title,
    text,
    htmlDesc,
    tags: editTags(card, text, suggested.tags ?? undefined),
  };
}

export function suggestedChanges(card: Content, suggested: SuggestedContent): FieldChange[] {
  return changesBetween(comparedTexts(card), comparedTexts(contentWith(card, suggested)));
}
