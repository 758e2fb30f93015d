import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { PostModel } from './cards.ts';
import { PageQuery, pageAnswer } from './page.ts';
import { Id, IdInput, Nanoseconds } from './scalars.ts';
import { UserModel } from './users.ts';

/** The fields of a card that revisions, remixes and suggestions compare. */
export const RevisedField = z.enum(
  ['title', 'text', 'htmlDesc', 'tagsText', 'photo', 'altText', 'license', 'source'],
  'Not a field of a card',
);
export type RevisedField = z.infer<typeof RevisedField>;

/**
 * One field before and after. Pictures are the address of their large size. Null for empty. A description is `text`,
 * and `htmlDesc` if it has markup: `text` is then the same without markup.
 */
export const FieldChange = z.object({
  field: RevisedField,
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});
export type FieldChange = z.infer<typeof FieldChange>;

/** An edit of a card. */
export const RevisionModel = z.object({
  revisionId: Id,
  createdAt: Nanoseconds,
  /** Who made the edit; null if that account was deleted or is hidden from me. */
  userModel: z.nullable(UserModel),
  /** The author of the suggestion that this edit took over. */
  suggestedBy: z.nullish(UserModel),
  /** The time of the revision that this edit restored. */
  restoredFrom: z.nullish(Nanoseconds),
  changeVec: z.array(FieldChange),
});
export type RevisionModel = z.infer<typeof RevisionModel>;

const tag = 'Revisions';

export const revisionCalls = defineCalls({
  'GET /r/revisions': {
    summary: 'The edits of a card, latest first; for its owner and admins',
    tag,
    who: 'verified',
    query: z.extend(PageQuery, { postId: IdInput }),
    answer: z.object({ revisionModelVec: z.array(RevisionModel), ...pageAnswer }),
    errors: ['not_found', 'forbidden'],
  },
  'PUT /r/post_restore': {
    summary: 'Give a card back the content it had before an edit',
    tag,
    who: 'verified',
    body: z.object({ postId: IdInput, revisionId: IdInput }),
    answer: z.object({ postModel: PostModel }),
    errors: ['not_found', 'forbidden', 'card_locked'],
    limit: 'edits',
  },
});
