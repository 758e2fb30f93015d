import type { PostModel } from '@gyan/contract/cards.ts';
import type { License } from '@gyan/contract/licenses.ts';
import type { FieldChange, RevisedField } from '@gyan/contract/revisions.ts';
import { licenseNames } from '#features/publication/license-names.ts';
import { plainText } from '#lib/text.ts';

/** The names of the fields, in the order in which they are shown. */
export const fieldLabels: Record<RevisedField, string> = {
  title: 'Title',
  text: 'Description',
  htmlDesc: 'Description',
  photo: 'Picture',
  altText: 'Description of the picture',
  tagsText: 'Tags',
  license: 'Licence',
  source: 'Source',
};

/** The compared fields of a card. Fields that are left out are not compared. */
export type CardContent = Partial<Record<RevisedField, string | null>>;

export const contentOf = (card: PostModel): Required<CardContent> => ({
  title: card.title,
  text: card.text ?? null,
  htmlDesc: card.htmlSource ?? card.htmlDesc ?? null,
  photo: card.photoModelVec[0]?.specMap.lg?.url ?? null,
  altText: card.altText ?? null,
  tagsText: card.tagsText ?? null,
  license: card.license,
  source: card.source ?? null,
});

/** The fields of both that differ. An empty text equals none. */
export function changesBetween(before: CardContent, after: CardContent): FieldChange[] {
  return (Object.keys(fieldLabels) as RevisedField[])
    .filter((field) => before[field] !== undefined && after[field] !== undefined)
    .map((field) => ({ field, before: before[field] || null, after: after[field] || null }))
    .filter((change) => change.before !== change.after);
}

/** Which fields changed, in a few words: “Title, Tags”. */
export const changedFields = (changes: readonly FieldChange[]) =>
  [...new Set(changes.map(({ field }) => fieldLabels[field]))].join(', ');

/** Rich text as text with a line for each block. */
const richTextLines = (html: string) =>
  html
    .replace(/<br\b[^<>]*>|<\/(?:p|div|li|h[1-6]|blockquote|pre|tr)>/gi, '\n')
    .split('\n')
    .map(plainText)
    .filter((line) => line !== '')
    .join('\n');

/** The value of a field as readers know it. */
export function readableValue(field: RevisedField, value: string | null): string {
  if (value === null) return '';
  if (field === 'htmlDesc') return richTextLines(value);
  if (field === 'license') return licenseNames[value as License] ?? value;
  return value;
}
