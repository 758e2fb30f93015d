import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { PostModel } from './cards.ts';
import { ChapterModel } from './chains.ts';
import { PageQuery, pageAnswer } from './page.ts';
import { SubjectModel } from './subjects.ts';

export const draftCalls = defineCalls({
  'GET /r/drafts': {
    summary: 'My drafts: cards, chains and subjects, the last edited first',
    tag: 'Cards',
    who: 'verified',
    query: PageQuery,
    answer: z.object({
      postModelVec: z.array(PostModel),
      chapterModelVec: z.array(ChapterModel),
      subjectModelVec: z.array(SubjectModel),
      ...pageAnswer,
    }),
  },
});
