import type { RemixedField } from '@gyan/contract/remixes.ts';
import type { RevisedField } from '@gyan/contract/revisions.ts';
import { type CardContent, mapTexts } from '#domains/cards/columns.ts';
import type { ComparedFields } from '#domains/cards/comparison.ts';

/** The columns of each field. The description is taken over as a whole. */
const columns: Record<RevisedField, readonly (keyof CardContent)[]> = {
  title: ['title'],
  text: ['text', 'htmlDesc'],
  htmlDesc: ['text', 'htmlDesc'],
  tagsText: ['tags'],
  photo: ['photoId', 'sceneId'],
  license: ['license'],
  ...mapTexts((name) => [name]),
};

/** The original when it was copied and now, and the copy now. */
export interface Compared {
  base: ComparedFields;
  theirs: ComparedFields;
  mine: ComparedFields;
}

/** The fields that changed in the original and differ from the copy. */
export function changedFields({ base, theirs, mine }: Compared): RemixedField[] {
  return (Object.keys(columns) as RevisedField[])
    .filter((field) => theirs[field] !== base[field] && theirs[field] !== mine[field])
    .map((field) => ({ field, mine: mine[field], theirs: theirs[field] }));
}

/** The copy with these fields of the original. */
export function takeFields<Copy extends CardContent>(
  copy: Copy,
  original: CardContent,
  fields: readonly RevisedField[],
): Copy {
  const names = new Set(fields.flatMap((field) => columns[field]));
  const taken = Object.fromEntries(Array.from(names, (name) => [name, original[name]]));
  const after = { ...copy, ...taken };
  // A picture that is removed takes its description with it.
  return after.photoId === null && copy.photoId !== null ? { ...after, altText: null } : after;
}
