import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { PostModel } from './cards.ts';
import { ChapterModel } from './chains.ts';
import { RevisedField } from './revisions.ts';
import { Flag, Id, IdInput, OptionalIdInput } from './scalars.ts';

/**
 * A field of a copy beside the same field of the original. `text` and `htmlDesc` are one description: taking one takes
 * both.
 */
export const RemixedField = z.object({
  field: RevisedField,
  mine: z.nullable(z.string()),
  theirs: z.nullable(z.string()),
});
export type RemixedField = z.infer<typeof RemixedField>;

const tag = 'Remixes';

export const remixCalls = defineCalls({
  'POST /r/remix': {
    summary:
      'Copy a card or a chain into my drafts; copyCards copies the cards of a chain instead of linking them',
    tag,
    who: 'creator',
    body: z.object({
      kind: z.enum(['post', 'chapter'], 'Kind must be post or chapter'),
      id: IdInput,
      copyCards: z.optional(Flag),
    }),
    answer: z.object({ postModel: z.optional(PostModel), chapterModel: z.optional(ChapterModel) }),
    errors: ['not_found', 'license_forbids', 'too_large'],
    limit: 'cards',
  },
  'GET /r/remix_changes': {
    summary: 'What changed in the original of my copy; of a chain, which of its copied cards',
    tag,
    who: 'verified',
    query: z.object({ postId: OptionalIdInput, chapterId: OptionalIdInput }),
    answer: z.object({
      changed: z.boolean(),
      /** Of a card: the fields in which the original differs now and did not when I copied or last took over. */
      fieldVec: z.array(RemixedField),
      /** Of a chain: my copies whose originals changed. */
      changedPostVec: z.array(z.object({ id: Id, urlText: z.string(), title: z.string() })),
    }),
    errors: ['not_found', 'forbidden'],
  },
  'PUT /r/remix_take': {
    summary:
      'Take fields of the changed original into my copy, which ends the offer; an empty list keeps all of mine',
    tag,
    who: 'verified',
    body: z.object({
      postId: IdInput,
      fieldVec: z.array(RevisedField, 'Fields must be a list').check(z.maxLength(8, 'At most 8 fields')),
    }),
    answer: z.object({ postModel: PostModel }),
    errors: ['not_found', 'forbidden', 'card_locked', 'license_forbids'],
    limit: 'edits',
  },
});
