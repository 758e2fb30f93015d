import type { PostModel } from '@gyan/contract/cards.ts';
import type { CardContent } from '#features/revisions/card-changes.ts';

/** The texts of the edit form. */
export interface Edit {
  title: string;
  statusText: string;
  htmlDesc: string;
  tagsText: string;
  altText: string;
}

export const editOf = (card: PostModel): Edit => ({
  title: card.title,
  statusText: card.htmlDesc == null ? (card.text ?? '') : '',
  htmlDesc: card.htmlSource ?? card.htmlDesc ?? '',
  tagsText: card.tagsText ?? '',
  altText: card.altText ?? '',
});

/** An unfinished edit as the browser stores it: with the version and the texts that it started from. */
export interface StoredEdit extends Edit {
  version?: number;
  base?: Edit;
}

/** Fields that only the other editor changed take their value; all others stay mine. */
export function mergeFields<Fields extends object>(base: Fields, mine: Fields, theirs: Fields): Fields {
  const names = Object.keys(mine) as (keyof Fields)[];
  const merged = names.map((name) => [name, mine[name] === base[name] ? theirs[name] : mine[name]] as const);
  return Object.fromEntries(merged) as Fields;
}

/**
 * The form as the card's content, to compare it with the stored card. `picture` is the new picture, empty if it was
 * removed and undefined if it stays.
 */
export const contentOfEdit = (edit: Edit, rich: boolean, picture: string | undefined): CardContent => ({
  title: edit.title,
  ...(rich ? { htmlDesc: edit.htmlDesc } : { text: edit.statusText }),
  tagsText: edit.tagsText,
  altText: edit.altText,
  ...(picture === undefined ? {} : { photo: picture }),
});
