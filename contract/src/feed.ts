import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { feedItemFields, PostFeedItemModel } from './cards.ts';
import { ChapterModel } from './chains.ts';
import { PageQuery, pageAnswer } from './page.ts';
import { FlagText } from './scalars.ts';
import { SubjectModel } from './subjects.ts';

export const ChapterFeedItemModel = z.object({
  feedItemType: z.enum(['kChapterCreate', 'kChapterLike']),
  ...feedItemFields,
  chapterModel: ChapterModel,
});
export type ChapterFeedItemModel = z.infer<typeof ChapterFeedItemModel>;

export const SubjectFeedItemModel = z.object({
  feedItemType: z.enum(['kSubjectCreate', 'kSubjectLike']),
  ...feedItemFields,
  subjectModel: SubjectModel,
});
export type SubjectFeedItemModel = z.infer<typeof SubjectFeedItemModel>;

/** One action of a user on exactly one card, chain or subject. */
export const FeedItemModel = z.discriminatedUnion('feedItemType', [
  PostFeedItemModel,
  ChapterFeedItemModel,
  SubjectFeedItemModel,
]);
export type FeedItemModel = z.infer<typeof FeedItemModel>;
export type FeedItemType = FeedItemModel['feedItemType'];

export const feedAnswer = z.object({ feedItemModelVec: z.array(FeedItemModel), ...pageAnswer });

const tag = 'Feed';

export const feedCalls = defineCalls({
  'GET /feed': {
    summary: 'What is worth seeing; newest first with recency=true, only cards with postsOnly=true',
    tag,
    who: 'anyone',
    query: z.extend(PageQuery, {
      recency: z.optional(FlagText),
      /** Leaves chains and subjects out. */
      postsOnly: z.optional(FlagText),
    }),
    answer: feedAnswer,
    cache: 'public',
  },
  'GET /r/feed': {
    summary: 'What my connections do and what is new in my topics',
    tag,
    who: 'verified',
    query: z.extend(PageQuery, {
      recency: z.optional(FlagText),
      /** Ignored unless the viewer is an admin. */
      skipCache: z.optional(FlagText),
    }),
    answer: feedAnswer,
  },
});
