import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { lengths, mostMentions } from './limits.ts';
import { Moderation } from './moderated.ts';
import { PageQuery, pageAnswer } from './page.ts';
import { Count, Id, IdInput, Nanoseconds, OptionalIdInput } from './scalars.ts';
import { requiredText } from './text.ts';
import { UserModel } from './users.ts';

export const CommentModel = z.object({
  id: Id,
  postId: Id,
  /** With `@[userId]` for each person mentioned. */
  text: z.string(),
  /** The people mentioned in the text whom the viewer can see. */
  mentionVec: z.optional(z.array(z.object({ userId: Id, name: z.string() }))),
  /** The comment that this one answers. Answers are listed like all comments, by their own time. */
  answerTo: z.nullish(Id),
  createdAt: Nanoseconds,
  editedAt: z.nullish(Nanoseconds),
  ownerModel: UserModel,
  moderation: z.optional(Moderation),
  can: z.optional(z.object({ edit: z.boolean(), delete: z.boolean() })),
});
export type CommentModel = z.infer<typeof CommentModel>;

const mention = /@\[([1-9]\d{0,14})\]/g;

/** The ids of the people whom a comment mentions, each once. */
export function mentionsIn(text: string): number[] {
  return [...new Set([...text.matchAll(mention)].map(([, id]) => Number(id)))];
}

const CommentText = requiredText({
  label: 'Comment',
  max: lengths.comment,
  missing: 'Comment needs to be specified',
  lines: 'many',
}).check(
  z.refine((text) => mentionsIn(text).length <= mostMentions, {
    error: `A comment can mention at most ${mostMentions} people`,
  }),
);

export const CommentForm = z.object({
  postId: IdInput,
  rawText: CommentText,
  /** The comment it answers. An answer to an answer stands beside that one. */
  answerTo: OptionalIdInput,
});

const tag = 'Comments';
const CommentsQuery = z.extend(PageQuery, { postId: IdInput });
const commentAnswer = z.object({ commentModel: CommentModel });
const commentsAnswer = z.object({ commentModelVec: z.array(CommentModel), ...pageAnswer });

export const commentCalls = defineCalls({
  'GET /comments': {
    summary: 'Comments on a card, newest first',
    tag,
    who: 'anyone',
    query: CommentsQuery,
    answer: commentsAnswer,
    errors: ['not_found'],
    cache: 'public',
  },
  'GET /r/comments': {
    summary: 'Comments on a card, newest first, with what I may do to them',
    tag,
    who: 'verified',
    query: CommentsQuery,
    answer: commentsAnswer,
    errors: ['not_found'],
  },
  'POST /r/comment': {
    summary: 'Comment on a card',
    tag,
    who: 'verified',
    body: CommentForm,
    answer: z.object({ commentModel: CommentModel, commentCount: Count }),
    errors: ['not_found', 'forbidden', 'new_account_limit', 'new_account_link'],
    limit: 'comments',
  },
  'PUT /r/comment': {
    summary: 'Edit my comment',
    tag,
    who: 'verified',
    body: z.object({ commentId: IdInput, rawText: CommentText }),
    answer: commentAnswer,
    errors: ['not_found', 'forbidden', 'new_account_link'],
    limit: 'comments',
  },
  'DELETE /r/comment': {
    summary: 'Delete a comment of mine or on my card',
    tag,
    who: 'verified',
    query: z.object({ commentId: IdInput }),
    answer: z.object({ commentCount: Count }),
    errors: ['not_found', 'forbidden'],
  },
});
