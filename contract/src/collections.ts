import * as z from 'zod/mini';
import { lengths } from './limits.ts';
import { Moderation } from './moderated.ts';
import { PhotoModel } from './photos.ts';
import { Count, Id, Nanoseconds, Quality } from './scalars.ts';
import { clearableText, optionalText, requiredText } from './text.ts';
import { UserModel } from './users.ts';
import { Visibility } from './visibility.ts';

/** Fields that the models of chains and subjects have in common. */
export const collectionFields = {
  id: Id,
  title: z.string(),
  desc: z.nullish(z.string()),
  /** Its position in the subject or user's list it is shown in; 0 elsewhere. */
  rank: z.number(),
  quality: z.nullish(Quality),
  visibility: Visibility,
  likeCount: Count,
  /** False in public answers. */
  likedByViewer: z.boolean(),
  /** Whether it is in the viewer's list; absent for visitors. */
  savedByViewer: z.optional(z.boolean()),
  createdAt: Nanoseconds,
  /** Of a subject: the cards of all chapters; a card in two chapters counts twice. */
  postCount: z.optional(Count),
  photoModelVec: z.array(PhotoModel),
  ownerModel: UserModel,
  /** To its owner and admins, while it is hidden. */
  moderation: z.optional(Moderation),
  can: z.optional(z.object({ edit: z.boolean(), delete: z.boolean(), rate: z.boolean(), like: z.boolean() })),
};

const titleRules = {
  label: 'Title',
  max: lengths.title,
  missing: 'Title needs to be specified',
  isName: true,
};
const descRules = { label: 'Description', max: lengths.desc, lines: 'many' } as const;

/** Texts of a new chain or subject. */
export const collectionTexts = { title: requiredText(titleRules), desc: optionalText(descRules) };

/** The same for edits: omitted texts stay unchanged. */
export const collectionTextEdits = {
  title: z.optional(requiredText(titleRules)),
  desc: clearableText(descRules),
};
