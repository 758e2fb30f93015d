import { isDeepStrictEqual } from 'node:util';
import type { PostType } from '@gyan/contract/cards.ts';
import type { License } from '@gyan/contract/licenses.ts';
import type { Visibility } from '@gyan/contract/visibility.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { jsonObject, type Members } from '#db/json.ts';
import { chosenVisibility } from '#domains/visibility/view.ts';
import { formulasInHtml, formulasInText } from '#lib/formulas.ts';

/**
 * Optional texts of a card, stored as its author typed them. The name is the same in forms, answers and exports;
 * `inFile` is the name in a chain file.
 */
export const cardTexts = {
  altText: { column: 'alt_text', inFile: 'alt' },
  source: { column: 'source', inFile: 'source' },
} as const;

type TextName = keyof typeof cardTexts;
export type CardTexts = Record<TextName, string | null>;

/** What the author of a card can edit. */
export interface CardContent extends CardTexts {
  title: string;
  text: string;
  htmlDesc: string | null;
  tags: string[];
  photoId: number | null;
  /** What the picture shows. It changes only together with the picture. */
  sceneId: number | null;
  license: License;
}

/** What an edit can change. The type and what belongs to it change only while the card is a draft. */
export interface CardEdit extends CardContent {
  type: PostType;
  videoId: string | null;
  aiPrompt: string | null;
  aiModelName: string | null;
  visibility: Visibility;
  publishAt: Date | null;
}

export interface NewCard extends CardEdit {
  ownerId: number;
}

export interface CardRow extends NewCard {
  id: number;
  great: boolean;
  locked: boolean;
  /** By an admin. `visibility` is then the one that the owner chose. */
  hidden: boolean;
  version: number;
  /** When it first was not a draft. */
  publishedAt: Date | null;
  /** The original of a copy, unless it was deleted. */
  remixOf: number | null;
  /** The licence that a copy of another user's card must keep. */
  keptLicense: License | null;
}

/** Builds one value per optional text. */
export function mapTexts<Value>(
  valueOf: (name: TextName, text: (typeof cardTexts)[TextName]) => Value,
): Record<TextName, Value> {
  const names = Object.keys(cardTexts) as TextName[];
  return Object.fromEntries(names.map((name) => [name, valueOf(name, cardTexts[name])])) as Record<
    TextName,
    Value
  >;
}

const contentColumns: Record<keyof CardContent, string> = {
  title: 'title',
  text: 'text',
  htmlDesc: 'html_desc',
  tags: 'tags',
  photoId: 'photo_id',
  sceneId: 'scene_id',
  license: 'license',
  ...mapTexts((_, { column }) => column),
};

const editColumns: Record<keyof CardEdit, string> = {
  type: 'type',
  ...contentColumns,
  videoId: 'video_id',
  aiPrompt: 'ai_prompt',
  aiModelName: 'ai_model_name',
  visibility: 'visibility',
  publishAt: 'publish_at',
};

const newCardColumns: Record<keyof NewCard, string> = { ownerId: 'owner_id', ...editColumns };

function omitVisibility<Columns extends { visibility: string }>(columns: Columns) {
  const { visibility: _visibility, ...others } = columns;
  return others;
}

const rowColumns: Record<Exclude<keyof CardRow, 'hidden' | 'visibility'>, string> = {
  id: 'id',
  ...omitVisibility(newCardColumns),
  great: 'great',
  locked: 'locked',
  version: 'version',
  publishedAt: 'published_at',
  remixOf: 'remix_of',
  keptLicense: 'kept_license',
};

const entriesOf = <Name extends string>(columns: Record<Name, string>) =>
  Object.entries(columns) as [Name, string][];

/** The columns of a `CardRow` for a `select` from `cards`. */
export const selectedColumns = raw(
  [
    ...entriesOf(rowColumns).map(([name, column]) => `cards.${column} as "${name}"`),
    `${chosenVisibility('cards')} as visibility`,
    'cards.hidden_by is not null as hidden',
  ].join(', '),
);

/** The description with formulas as MathML, computed at every write. Null if it has none. */
function shownColumns({ text, htmlDesc }: Pick<CardContent, 'text' | 'htmlDesc'>): [string, string | null][] {
  return [
    ['text_html', htmlDesc === null ? formulasInText(text) : null],
    ['html_shown', htmlDesc === null ? null : formulasInHtml(htmlDesc)],
  ];
}

/** The columns of a new card and their values. */
export function inserted(card: NewCard): { columns: Sql; values: Sql } {
  const values = [
    ...entriesOf(newCardColumns).map(([name, column]) => [column, card[name]] as const),
    ...shownColumns(card),
  ];
  return {
    columns: raw(values.map(([column]) => column).join(', ')),
    values: join(values.map(([, value]) => value)),
  };
}

/** What follows `set` in an `update`. */
export function assignments(card: CardEdit): Sql {
  return join(
    [
      ...entriesOf(editColumns).map(([name, column]) => [column, card[name]] as const),
      ...shownColumns(card),
    ].map(([column, value]) => sql`${raw(column)} = ${value}`),
  );
}

export function isEdited(before: CardEdit, after: CardEdit): boolean {
  return entriesOf(editColumns).some(([name]) => !isDeepStrictEqual(before[name], after[name]));
}

/** The same for what revisions keep. */
export function isContentEdited(before: CardContent, after: CardContent): boolean {
  return entriesOf(contentColumns).some(([name]) => !isDeepStrictEqual(before[name], after[name]));
}

/** The columns of a card's content, which revisions have too. */
export const contentColumnList = raw(Object.values(contentColumns).join(', '));

/** The columns of a `CardContent` for a `select` from this table. */
export function contentOf(table: 'cards' | 'revisions'): Sql {
  return raw(
    entriesOf(contentColumns)
      .map(([name, column]) => `${table}.${column} as "${name}"`)
      .join(', '),
  );
}

/** A `CardContent` with further members as JSON. */
export function contentJson(row: string, more: Members = {}): string {
  const members = entriesOf(contentColumns).map(([name, column]) => [name, `${row}.${column}`]);
  return jsonObject({ ...Object.fromEntries(members), ...more });
}

const { ownerId: _owner, photoId: _photo, sceneId: _scene, ...ownColumns } = omitVisibility(newCardColumns);

/** Everything about a card for its owner's account export, except the picture and its scene. */
export const exportedMembers: Members = {
  ...membersOf({
    id: 'id',
    urlText: 'url_text',
    ...ownColumns,
    great: 'great',
    locked: 'locked',
    likeCount: 'like_count',
    commentCount: 'comment_count',
    version: 'version',
    remixOf: 'remix_of',
    createdAt: 'created_at',
    publishedAt: 'published_at',
    editedAt: 'edited_at',
  }),
  visibility: chosenVisibility('cards'),
  hidden: 'cards.hidden_by is not null',
};

function membersOf(columns: Record<string, string>): Members {
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, `cards.${column}`]));
}
