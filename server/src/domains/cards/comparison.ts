import type { FieldChange, RevisedField } from '@gyan/contract/revisions.ts';
import { photoUrl } from '#domains/media/files.ts';
import { type CardContent, contentJson, mapTexts } from './columns.ts';

/** The content of a card with the key of its picture. */
export interface ComparedContent extends CardContent {
  photoKey: string | null;
}

/** SQL for a `ComparedContent` as JSON; `row` has the columns of a card's content. */
export function comparedJson(row: string): string {
  return contentJson(row, { photoKey: `(select key from photos where id = ${row}.photo_id)` });
}

/** The fields of a card as texts that can be shown beside each other. */
export type ComparedFields = Record<RevisedField, string | null>;

export function comparedFields(content: ComparedContent): ComparedFields {
  return {
    ...comparedTexts(content),
    photo: content.photoKey === null ? null : photoUrl(content.photoKey, 'lg'),
    license: content.license,
    ...mapTexts((name) => content[name]),
  };
}

/** The fields that suggestions change. */
export function comparedTexts(content: Pick<CardContent, 'title' | 'text' | 'htmlDesc' | 'tags'>) {
  return {
    title: content.title || null,
    text: content.text || null,
    htmlDesc: content.htmlDesc,
    tagsText: content.tags.join(' ') || null,
  };
}

/** The fields that differ. */
export function changesBetween<Field extends RevisedField>(
  before: Record<Field, string | null>,
  after: Record<Field, string | null>,
): FieldChange[] {
  return (Object.keys(before) as Field[])
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, before: before[field], after: after[field] }));
}
