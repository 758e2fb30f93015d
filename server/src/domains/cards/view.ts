import { jsonObject, jsonText, type Members, nanoseconds } from '#db/json.ts';
import { remixOfJson } from '#domains/collections/remix-of.ts';
import { isLikedBy } from '#domains/likes/view.ts';
import { photosJson } from '#domains/media/view.ts';
import { canMembers, type Rule } from '#domains/users/rules.ts';
import { joinOwner, ownerMembers } from '#domains/users/view.ts';
import { chosenVisibility, isDraft, moderationJson } from '#domains/visibility/view.ts';
import type { ViewerSql } from '#http/viewer.ts';
import { type CardRow, mapTexts } from './columns.ts';
import { cardCan } from './policy.ts';

/** Joins what a card is shown with; `card` is the alias of its row. */
export function joinCardParts(card: string, viewer?: ViewerSql): string {
  return `${joinOwner(card, viewer)}
    left join photos as ${card}_photo on ${card}_photo.id = ${card}.photo_id`;
}

export function cardOwnerJson(card: string, viewer?: ViewerSql): string {
  return jsonObject(ownerMembers(card, viewer));
}

export function cardPhotosJson(card: string): string {
  return photosJson(`${card}_photo`);
}

export interface CardJsonOptions {
  /** Its rank in the list it is shown in; 0 elsewhere. */
  rank?: string;
  markup?: boolean;
  /** Adds the labels of its picture. */
  regions?: boolean;
  /** Names the original of a copy, and says whether the viewer may copy the card. */
  original?: boolean;
  /** Adds what only drafts have, which a card with markup always has. */
  draft?: boolean;
  /** Adds what depends on the viewer. */
  viewer?: ViewerSql | undefined;
}

/** The members of a card in an answer. */
export function cardMembers(card: string, options: CardJsonOptions): Members {
  return {
    id: `${card}.id`,
    urlText: `${card}.url_text`,
    type: `${card}.type`,
    title: `${card}.title`,
    text: `nullif(${card}.text, '')`,
    ...(options.markup ? markupMembers(card) : {}),
    tagsText: `nullif(array_to_string(${card}.tags, ' '), '')`,
    rank: options.rank ?? '0',
    likeCount: `${card}.like_count`,
    commentCount: `${card}.comment_count`,
    quality: `case when ${card}.great then 'kQualityGreat' else 'kQualityRegular' end`,
    locked: `${card}.locked`,
    visibility: options.viewer ? chosenVisibility(card) : `${card}.visibility`,
    version: `${card}.version`,
    license: `${card}.license`,
    ...(options.original ? { remixOf: remixOfJson('cards', card, options.viewer) } : {}),
    createdAt: nanoseconds(`${card}.created_at`),
    updatedAt: nanoseconds(`${card}.edited_at`),
    embedVideoUrl: `'https://www.youtube-nocookie.com/embed/' || ${card}.video_id`,
    photoModelVec: cardPhotosJson(card),
    hasScene: `${card}.scene_id is not null`,
    ...(options.regions ? { regionVec: regionsJson(card) } : {}),
    ...mapTexts((_, { column }) => `${card}.${column}`),
    aiModelName: `${card}.ai_model_name`,
    aiMarked: `nullif(${card}.ai_marked, false)`,
    likedByViewer: options.viewer ? isLikedBy('card', `${card}.id`, options.viewer.id) : 'false',
    ...(options.markup || options.draft ? draftMembers(card) : {}),
    ...(options.viewer ? viewerMembers(card, options.viewer, options.original) : {}),
    ownerModel: ownerMembers(card, options.viewer),
  };
}

function markupMembers(card: string): Members {
  return {
    textHtml: `${card}.text_html`,
    htmlDesc: `coalesce(${card}.html_shown, ${card}.html_desc)`,
    htmlSource: `case when ${card}.html_shown is not null then ${card}.html_desc end`,
  };
}

/** The labels of a card's picture; null without a scene. */
export function regionsJson(card: string): string {
  return `(select regions from scenes where scenes.id = ${card}.scene_id)`;
}

function draftMembers(card: string): Members {
  return {
    publishAt: `(extract(epoch from ${card}.publish_at) * 1000)::bigint`,
    aiPrompt: `case when ${isDraft(card)} then ${card}.ai_prompt end`,
  };
}

type Rights = Pick<CardRow, 'ownerId' | 'locked' | 'license'>;
const { remix: _remix, ...cardCanInLists } = cardCan;

function viewerMembers(card: string, viewer: ViewerSql, original = false): Members {
  const can: Record<string, Rule<Rights>> = original ? cardCan : cardCanInLists;
  return {
    moderation: moderationJson(card),
    can: canMembers(can, viewer, {
      ownerId: `${card}.owner_id`,
      locked: `${card}.locked`,
      license: `${card}.license`,
    }),
  };
}

/**
 * A card for visitors, or for a viewer. Lists leave the HTML out: they show the plain text, and a page of 200 cards
 * would have megabytes.
 */
export function cardJson(card: string, options: CardJsonOptions = {}): string {
  return jsonObject(cardMembers(card, options));
}

/** The same as JSON text, for large lists. */
export function cardText(card: string, options: CardJsonOptions): string {
  return jsonText(cardMembers(card, options));
}

function creationMembers(card: string, { viewer }: CardJsonOptions): Members {
  return {
    feedItemType: `'kPostCreate'::text`,
    createdAt: nanoseconds(`${card}.created_at`),
    connectionModel: ownerMembers(card, viewer),
  };
}

/** The feed item for the creation of a card. */
export function cardCreationJson(card: string, options: CardJsonOptions = {}): string {
  return jsonObject({ ...creationMembers(card, options), postModel: cardMembers(card, options) });
}

/** The same as JSON text; `post` is SQL for the text of the card. */
export function cardCreationText(
  card: string,
  options: CardJsonOptions,
  post = cardText(card, options),
): string {
  return `concat(left(${jsonText(creationMembers(card, options))}, -1), ',"postModel":', ${post}, '}')`;
}
