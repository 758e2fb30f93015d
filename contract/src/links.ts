import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { Done, Id, IdInput, RankInput } from './scalars.ts';

/** The item's rank, and the ranks of all items if the list was renumbered. */
export const LinkState = z.object({
  rank: z.number(),
  rankVec: z.optional(z.array(z.object({ id: Id, rank: z.number() }))),
});
export type LinkState = z.infer<typeof LinkState>;

const row = { tag: 'Lists', who: 'verified', errors: ['not_found', 'forbidden'] } as const;

export const linkCalls = defineCalls({
  'PUT /r/link_chapter_post': {
    ...row,
    summary: 'Put a card into a chain, or move it there',
    body: z.object({ postId: IdInput, chapterId: IdInput, postRank: RankInput }),
    answer: LinkState,
  },
  'PUT /r/unlink_chapter_post': {
    ...row,
    summary: 'Take a card out of a chain',
    body: z.object({ postId: IdInput, chapterId: IdInput }),
    answer: Done,
  },
  'PUT /r/link_subject_chapter': {
    ...row,
    summary: 'Put a chain into a subject, or move it there',
    body: z.object({ subjectId: IdInput, chapterId: IdInput, chapterRank: RankInput }),
    answer: LinkState,
  },
  'PUT /r/unlink_subject_chapter': {
    ...row,
    summary: 'Take a chain out of a subject',
    body: z.object({ subjectId: IdInput, chapterId: IdInput }),
    answer: Done,
  },
  'PUT /r/link_user_subject': {
    ...row,
    summary: 'Put a subject into my list, or move it there',
    body: z.object({ userId: IdInput, subjectId: IdInput, subjectRank: RankInput }),
    answer: LinkState,
  },
  'PUT /r/unlink_user_subject': {
    ...row,
    summary: 'Take a subject out of my list',
    body: z.object({ userId: IdInput, subjectId: IdInput }),
    answer: Done,
  },
  'PUT /r/link_user_chapter': {
    ...row,
    summary: 'Put a chain into my list, or move it there',
    body: z.object({ userId: IdInput, chapterId: IdInput, chapterRank: RankInput }),
    answer: LinkState,
  },
  'PUT /r/unlink_user_chapter': {
    ...row,
    summary: 'Take a chain out of my list',
    body: z.object({ userId: IdInput, chapterId: IdInput }),
    answer: Done,
  },
  'PUT /r/link_user_topic': {
    ...row,
    summary: 'Choose a topic, or move it in my list',
    body: z.object({ userId: IdInput, topicId: IdInput, topicRank: RankInput }),
    answer: LinkState,
  },
  'PUT /r/unlink_user_topic': {
    ...row,
    summary: 'No longer follow a topic',
    body: z.object({ userId: IdInput, topicId: IdInput }),
    answer: Done,
  },
});
