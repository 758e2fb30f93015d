import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { CommentModel } from './comments.ts';
import { License, Source } from './licenses.ts';
import { lengths } from './limits.ts';
import { Moderation } from './moderated.ts';
import { PageQuery, pageAnswer } from './page.ts';
import { ClearablePhotoBase64, OptionalPhotoBase64, PhotoModel } from './photos.ts';
import {
  Count,
  Done,
  Flag,
  FlagText,
  Id,
  IdInput,
  idOr,
  Nanoseconds,
  OptionalIdInput,
  Quality,
  VideoProvider,
} from './scalars.ts';
import { RegionModel, SceneAnswer, SceneInput, SceneOrNoneInput } from './scenes.ts';
import { checkTags } from './tags.ts';
import { clearableText, isBlank, optionalText } from './text.ts';
import { UserModel } from './users.ts';
import { badVideoUrl, youtubeVideoId } from './video.ts';
import { Visibility } from './visibility.ts';

export const PostType = z.enum(
  ['kVideo', 'kAIAssisted', 'kCustom', 'kDrawn'],
  'Card type must be kVideo, kAIAssisted, kCustom or kDrawn',
);
export type PostType = z.infer<typeof PostType>;

/** The original of a copy. Its title and owner are those of today; it is absent after it was deleted. */
export const RemixOf = z.object({
  id: Id,
  /** Of a card. */
  urlText: z.optional(z.string()),
  title: z.string(),
  ownerModel: UserModel,
});
export type RemixOf = z.infer<typeof RemixOf>;

export const PostModel = z.object({
  id: Id,
  urlText: z.string(),
  type: PostType,
  title: z.string(),
  text: z.nullish(z.string()),
  /** The plain text as HTML, on a card of its own and in reviews, if it has formulas. They are MathML. */
  textHtml: z.nullish(z.string()),
  /** Sanitised, with formulas as MathML. */
  htmlDesc: z.nullish(z.string()),
  /**
   * What an editor of `htmlDesc` starts from, if the card has formulas: the same HTML with formulas as they were typed.
   */
  htmlSource: z.nullish(z.string()),
  tagsText: z.nullish(z.string()),
  /** The card's position in the chain it is shown in; 0 elsewhere. */
  rank: z.number(),
  likeCount: Count,
  commentCount: Count,
  /** False in public answers. */
  likedByViewer: z.boolean(),
  quality: z.nullish(Quality),
  locked: z.boolean(),
  visibility: Visibility,
  /** When a draft will be published by itself, in milliseconds. Its owner and admins see it. */
  publishAt: z.nullish(z.number()),
  /** Raised by each edit. An edit that names the version it started from is refused if the card has another. */
  version: z.int(),
  license: License,
  source: z.nullish(z.string()),
  /** On a card of its own and after a remix, not in lists. */
  remixOf: z.nullish(RemixOf),
  createdAt: Nanoseconds,
  updatedAt: z.nullish(Nanoseconds),
  embedVideoUrl: z.nullish(z.string()),
  photoModelVec: z.array(PhotoModel),
  /** The picture was drawn or labelled here: `GET /scene` has its parts. */
  hasScene: z.boolean(),
  /** The labels of the picture, on a card of its own. */
  regionVec: z.optional(z.array(RegionModel)),
  /** Alternative text for screen readers. */
  altText: z.nullish(z.string()),
  /** The model that wrote an AI card, for its label. */
  aiModelName: z.nullish(z.string()),
  /** An admin says that AI made it. */
  aiMarked: z.nullish(z.boolean()),
  /** The prompt of a draft of an AI card. */
  aiPrompt: z.nullish(z.string()),
  ownerModel: UserModel,
  /** To its owner and admins, while it is hidden. */
  moderation: z.optional(Moderation),
  can: z.optional(
    z.object({
      edit: z.boolean(),
      delete: z.boolean(),
      lock: z.boolean(),
      rate: z.boolean(),
      comment: z.boolean(),
      like: z.boolean(),
      /** Where the licence allows it, and own cards. On a card of its own and after an edit, not in lists. */
      remix: z.optional(z.boolean()),
    }),
  ),
});
export type PostModel = z.infer<typeof PostModel>;

/** Fields that every feed item has besides its object. */
export const feedItemFields = {
  createdAt: Nanoseconds,
  /** The user who did it; of several, the latest. */
  connectionModel: UserModel,
  /** In the feed of a member: other connections who did the same, at most two of them by name. */
  otherActorVec: z.optional(z.array(UserModel)),
  otherActorCount: z.optional(Count),
};

/** A card in a feed or in a chain. */
export const PostFeedItemModel = z.object({
  feedItemType: z.enum(['kPostCreate', 'kPostLike', 'kPostComment']),
  ...feedItemFields,
  postModel: PostModel,
});
export type PostFeedItemModel = z.infer<typeof PostFeedItemModel>;

/** A chain by name, where its cards are already shown. */
export const ChapterRefModel = z.object({ id: Id, title: z.string() });

/** A card with its newest comments. */
export const PostDetail = z.object({
  postModel: PostModel,
  photoModelVec: z.array(PhotoModel),
  ownerModel: UserModel,
  commentModelVec: z.array(CommentModel),
  /** The cursor for older comments; see `GET /comments`. */
  commentCursor: z.nullish(z.string()),
  likedByViewer: z.boolean(),
  /** Some of the chains this card is in. */
  chapterRefVec: z.optional(z.array(ChapterRefModel)),
});
export type PostDetail = z.infer<typeof PostDetail>;

export const titleMissing = 'Card title needs to be specified';
const descriptionMissing = 'Card description needs to be specified';

const titleRules = { label: 'Card title', max: lengths.title, missing: titleMissing, isName: true };
const textRules = { label: 'Card description', max: lengths.cardText, lines: 'many' } as const;
/** Size (in bytes) and nesting (in tags) are checked before the sanitiser runs; too much of either is 413. */
const htmlRules = { label: 'Card description', max: Number.POSITIVE_INFINITY, lines: 'many' } as const;
const tagRules = { label: 'Tags', max: lengths.tags, isName: true };
export const altTextRules = { label: 'Image description', max: lengths.altText };
const videoUrlRules = { label: 'Video URL', max: lengths.url };
const promptRules = { label: 'Prompt', max: lengths.prompt, lines: 'many' } as const;
const modelNameRules = { label: 'Model name', max: lengths.modelName };

const badVersion = 'Version must be a whole number';
/** Forms send it as text. */
const VersionInput = z.pipe(
  z.pipe(
    z.union([z.int(badVersion), z.string(badVersion).check(z.regex(/^\d{1,9}$/, badVersion))], badVersion),
    z.transform((value: number | string) => Number(value)),
  ),
  z.int().check(z.minimum(1, badVersion)),
);

const badTime = 'Time must be milliseconds since 1970';
/** A moment in milliseconds, as a number or its decimal text; empty for none. */
const PublishAt = z.pipe(
  z.pipe(
    z.nullish(z.union([z.int(badTime), z.string(badTime).check(z.regex(/^\d{0,15}$/, badTime))], badTime)),
    z.transform((value: number | string | null | undefined) =>
      value === undefined ? undefined : value === null || value === '' ? null : Number(value),
    ),
  ),
  z.nullish(z.int()),
);

// Stops at the next `<`, so that a text of only `<` takes linear time.
const htmlTag = /<[^<>]*>/gu;

/** True if the markup has neither text nor a picture. */
export function isBlankHtml(html: string): boolean {
  return (
    !/<(?:img|iframe|video)\b/iu.test(html) && isBlank(html.replace(htmlTag, '').replaceAll('&nbsp;', ' '))
  );
}

const shown = (value: unknown) => typeof value === 'string' && !isBlank(value);
const shownHtml = (value: unknown) => typeof value === 'string' && !isBlankHtml(value);

interface Draft {
  visibility?: unknown;
  postType?: unknown;
  title?: unknown;
  statusText?: unknown;
  htmlDesc?: unknown;
  embedVideoUrl?: unknown;
}

/**
 * Required fields of a card that is not a draft, by type. The short form of the feed sends no title, and the card
 * takes its title from the text. A form with a title field must fill it.
 */
export function missingFrom(draft: Draft): [field: string, message: string][] {
  const missing: [string, string][] = [];
  const described = shown(draft.statusText) || shownHtml(draft.htmlDesc);
  if (draft.postType === 'kVideo') {
    const url = draft.embedVideoUrl;
    if (typeof url !== 'string' || youtubeVideoId(url) === undefined) {
      missing.push(['embedVideoUrl', badVideoUrl]);
    }
    if (!shown(draft.title) && !described) missing.push(['title', titleMissing]);
  } else if (draft.postType === 'kAIAssisted') {
    if (!shownHtml(draft.htmlDesc)) missing.push(['htmlDesc', descriptionMissing]);
  } else if (draft.postType === 'kDrawn') {
    if (!shown(draft.title)) missing.push(['title', titleMissing]);
  } else {
    const short = draft.title === undefined && shown(draft.statusText);
    if (!shown(draft.title) && !short) missing.push(['title', titleMissing]);
    if (!described) missing.push([draft.htmlDesc == null ? 'statusText' : 'htmlDesc', descriptionMissing]);
  }
  return missing;
}

/** Reports missing fields along with invalid ones. */
const complete = z.check<Draft>(
  ({ value, issues }) => {
    const wrong = new Set(issues.map((issue) => issue.path?.[0]));
    if (value.visibility === 'draft') return;
    for (const [field, message] of missingFrom(value)) {
      if (!wrong.has(field)) issues.push({ code: 'custom', path: [field], input: value, message });
    }
  },
  { when: ({ value }) => typeof value === 'object' && value !== null },
);

/** How a card is published. Omitted: public, now, under the author's own licence. */
const publicationFields = {
  visibility: z.optional(Visibility),
  /** For drafts: when to publish it, in milliseconds; empty for not by itself. */
  publishAt: PublishAt,
  license: z.optional(License),
  source: Source,
};

/** All ways to post a card; the required fields depend on `postType`. */
export const CardForm = z
  .object({
    postType: z.pipe(
      z.pipe(
        z.optional(PostType),
        z.transform((type: PostType | undefined): PostType => type ?? 'kCustom'),
      ),
      PostType,
    ),
    /** Distinguishes "not sent" (`undefined`) from "sent empty" (`null`). */
    title: clearableText(titleRules),
    statusText: optionalText(textRules),
    htmlDesc: optionalText(htmlRules),
    tagsText: optionalText(tagRules).check(checkTags),
    altText: optionalText(altTextRules),
    photoBase64: OptionalPhotoBase64,
    /** What the picture shows; needed for `kDrawn`. */
    scene: SceneInput,
    postAsUserId: OptionalIdInput,
    embedVideoUrl: optionalText(videoUrlRules),
    videoProvider: z.optional(VideoProvider),
    aiPrompt: optionalText(promptRules),
    aiModelName: optionalText(modelNameRules),
    ...publicationFields,
  })
  .check(complete);

/** Omitted fields stay unchanged; an empty text or picture is removed. */
export const CardEditForm = z.object({
  postId: IdInput,
  /** The version that the editor started from. */
  version: z.optional(VersionInput),
  /** Only a draft can be without a title. */
  title: clearableText(titleRules),
  statusText: clearableText(textRules),
  htmlDesc: clearableText(htmlRules),
  tagsText: clearableText(tagRules).check(checkTags),
  altText: clearableText(altTextRules),
  photoBase64: ClearablePhotoBase64,
  /** Only together with a new picture. A new picture without a scene ends the scene; an empty one does so too. */
  scene: SceneOrNoneInput,
  /** Only while it is a draft. */
  postType: z.optional(PostType),
  embedVideoUrl: clearableText(videoUrlRules),
  aiPrompt: clearableText(promptRules),
  aiModelName: clearableText(modelNameRules),
  ...publicationFields,
});

const tag = 'Cards';
const PostQuery = z.object({ postId: idOr('Not a valid card', lengths.title * 2) });
const postsAnswer = z.object({ postModelVec: z.array(PostModel), ...pageAnswer });

export const cardCalls = defineCalls({
  'POST /r/post': {
    summary: 'Publish a card, or save a draft of one',
    tag,
    who: 'creator',
    encoding: 'multipart',
    body: CardForm,
    answer: z.object({ feedItemModel: PostFeedItemModel }),
    errors: ['forbidden', 'not_found', 'too_large', 'scene_needs_picture', 'scene_invalid'],
    limit: 'cards',
  },
  'PUT /r/post': {
    summary: 'Edit a card, publish a draft or take a card back to draft',
    tag,
    who: 'verified',
    encoding: 'multipart',
    body: CardEditForm,
    answer: z.object({ postModel: PostModel }),
    errors: [
      'not_found',
      'forbidden',
      'license_forbids',
      'card_locked',
      'edited_elsewhere',
      'too_large',
      'scene_needs_picture',
      'scene_invalid',
    ],
    limit: 'edits',
  },
  'GET /post': {
    summary: 'A card with its newest comments, by id or urlText',
    tag,
    who: 'anyone',
    query: PostQuery,
    answer: PostDetail,
    errors: ['not_found'],
    cache: 'public',
  },
  'GET /r/post': {
    summary: 'A card with its newest comments, by id or urlText, as I see it',
    tag,
    who: 'verified',
    query: PostQuery,
    answer: PostDetail,
    errors: ['not_found'],
  },
  'GET /scene': {
    summary: 'The parts of a drawn or labelled picture, by the id or urlText of its card',
    tag,
    who: 'anyone',
    query: PostQuery,
    answer: SceneAnswer,
    errors: ['not_found'],
    cache: 'public',
  },
  'GET /r/scene': {
    summary: 'The parts of a drawn or labelled picture of a card that I can see',
    tag,
    who: 'verified',
    query: PostQuery,
    answer: SceneAnswer,
    errors: ['not_found'],
  },
  'POST /r/formulas': {
    summary: 'A text as a card would show it, with formulas as MathML, for a preview; nothing is stored',
    tag,
    who: 'verified',
    body: z.object({ text: optionalText(textRules) }),
    /** Null if the text has no formulas. */
    answer: z.object({ textHtml: z.nullable(z.string()) }),
  },
  'DELETE /r/post': {
    summary: 'Delete a card',
    tag,
    who: 'verified',
    query: z.object({ postId: IdInput }),
    answer: Done,
    errors: ['not_found', 'forbidden', 'card_locked'],
  },
  'PUT /r/post_lock': {
    summary: 'Lock or unlock a card',
    tag,
    who: 'admin',
    body: z.object({ postId: IdInput, toLock: Flag }),
    answer: z.object({ locked: z.boolean() }),
    errors: ['not_found'],
  },
  'PUT /r/post_quality': {
    summary: 'Mark a card as great or regular',
    tag,
    who: 'admin',
    body: z.object({ postId: IdInput, quality: Quality }),
    answer: z.object({ quality: Quality }),
    errors: ['not_found'],
  },
  'GET /posts': {
    summary: 'Trending cards; only those with a photo or only videos where asked for',
    tag,
    who: 'anyone',
    query: z.extend(PageQuery, {
      imageOnlyPosts: z.optional(FlagText),
      videoOnlyPosts: z.optional(FlagText),
    }),
    answer: postsAnswer,
    cache: 'public',
  },
  'GET /r/posts': {
    summary: 'My cards; trending ones with trending=true, the latest (admins) with recent=true',
    tag,
    who: 'verified',
    query: z.extend(PageQuery, {
      trending: z.optional(FlagText),
      recent: z.optional(FlagText),
      imageOnlyPosts: z.optional(FlagText),
      videoOnlyPosts: z.optional(FlagText),
    }),
    answer: postsAnswer,
    errors: ['forbidden'],
  },
});
