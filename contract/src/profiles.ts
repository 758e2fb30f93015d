import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { PostModel } from './cards.ts';
import { ChapterModel } from './chains.ts';
import { PageQuery, pageAnswer } from './page.ts';
import { Count, IdInput } from './scalars.ts';
import { SubjectModel } from './subjects.ts';
import { TopicModel } from './topics.ts';
import { UserModel } from './users.ts';

/**
 * `limit` applies to each of the three lists, and one cursor holds the position in all of them. `only`
 * continues one list and leaves the others empty.
 */
export const ProfileQuery = z.extend(PageQuery, {
  id: IdInput,
  only: z.optional(z.enum(['post', 'chapter', 'subject'], 'only must be post, chapter or subject')),
});

/** What a user created. */
export const ProfileAnswer = z.object({
  userModel: UserModel,
  postModelVec: z.array(PostModel),
  chapterModelVec: z.array(ChapterModel),
  subjectModelVec: z.array(SubjectModel),
  postCount: Count,
  chapterCount: Count,
  subjectCount: Count,
  /** The topics this user follows, in the user's order. */
  topicModelVec: z.array(TopicModel),
  /** With the first page: the card of `pinnedPostId`. */
  pinnedPostModel: z.optional(PostModel),
  /** Some of the connections that the viewer shares with this user. */
  mutualUserModelVec: z.optional(z.array(UserModel)),
  ...pageAnswer,
});
export type ProfileAnswer = z.infer<typeof ProfileAnswer>;

const row = { tag: 'Users', query: ProfileQuery, answer: ProfileAnswer, errors: ['not_found'] } as const;

export const profileCalls = defineCalls({
  'PUT /r/updatepinnedpost': {
    summary: 'Pin one of my cards to the top of my profile; null removes it',
    tag: 'Users',
    who: 'verified',
    body: z.object({ postId: z.nullable(IdInput) }),
    answer: z.object({ userModel: UserModel }),
    errors: ['not_found', 'forbidden'],
  },
  'GET /user_profile': {
    ...row,
    summary: 'A person with their cards, chains and subjects',
    who: 'anyone',
    cache: 'public',
  },
  'GET /r/user_profile': {
    ...row,
    summary: 'A person with their cards, chains and subjects, as I see them',
    who: 'verified',
  },
});
