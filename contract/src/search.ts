import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { feedAnswer } from './feed.ts';
import { lengths } from './limits.ts';
import { PageQuery, pageAnswer } from './page.ts';
import { Count, FlagText } from './scalars.ts';
import { requiredText } from './text.ts';

const badTypes = 'types must be a list of post, chapter and subject, separated by commas';
const listOfTypes = /^(?:post|chapter|subject)(?:,(?:post|chapter|subject))*$/;

export const SearchType = z.enum(['post', 'chapter', 'subject']);
export type SearchType = z.infer<typeof SearchType>;

export const SearchQuery = z.extend(PageQuery, {
  q: requiredText({ label: 'Search text', max: lengths.query }),
  /** Cards only by default. */
  types: z.pipe(
    z.pipe(
      z.optional(z.string(badTypes).check(z.regex(listOfTypes, badTypes))),
      z.transform((types: string | undefined) => [...new Set((types ?? 'post').split(','))]),
    ),
    z.array(SearchType),
  ),
  /** Also count the matches of every kind. */
  counts: z.optional(FlagText),
});

/** Matches by kind, each counted up to `mostCounted`; users for members only. */
export const SearchCountModel = z.object({
  post: Count,
  chapter: Count,
  subject: Count,
  user: z.optional(Count),
});

export type SearchCountModel = z.infer<typeof SearchCountModel>;

const searchAnswer = z.extend(feedAnswer, { countModel: z.optional(SearchCountModel) });

export const TagModel = z.object({ name: z.string(), count: Count });
export type TagModel = z.infer<typeof TagModel>;

const tag = 'Search';

export const searchCalls = defineCalls({
  'GET /searchfeed': {
    summary: 'Search cards, and chains and subjects where types asks for them',
    tag,
    who: 'anyone',
    query: SearchQuery,
    answer: searchAnswer,
    limit: 'search',
    cache: 'public',
  },
  'GET /r/searchfeed': {
    summary: 'Search cards, and chains and subjects where types asks for them, as I see them',
    tag,
    who: 'verified',
    query: SearchQuery,
    answer: searchAnswer,
    limit: 'search',
  },
  'GET /tags': {
    summary: 'Tags of cards, most used first',
    tag,
    who: 'anyone',
    query: PageQuery,
    answer: z.object({ tagModelVec: z.array(TagModel), ...pageAnswer }),
    cache: 'public',
  },
});
