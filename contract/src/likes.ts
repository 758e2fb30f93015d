import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { Count, Flag, IdInput } from './scalars.ts';

/** The like count and the viewer's like after the call. */
export const LikeState = z.object({ likeCount: Count, likedByViewer: z.boolean() });
export type LikeState = z.infer<typeof LikeState>;

const row = {
  tag: 'Likes',
  who: 'verified',
  answer: LikeState,
  errors: ['not_found'],
  limit: 'likes',
} as const;

export const likeCalls = defineCalls({
  'PUT /r/post_like': {
    ...row,
    summary: 'Like a card, or take the like back',
    body: z.object({ postId: IdInput, liked: Flag }),
  },
  'PUT /r/chapter_like': {
    ...row,
    summary: 'Like a chain, or take the like back',
    body: z.object({ chapterId: IdInput, liked: Flag }),
  },
  'PUT /r/subject_like': {
    ...row,
    summary: 'Like a subject, or take the like back',
    body: z.object({ subjectId: IdInput, liked: Flag }),
  },
});
