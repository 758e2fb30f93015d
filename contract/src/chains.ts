import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { PostFeedItemModel, RemixOf } from './cards.ts';
import { ChainFile, chainFileLimits } from './chain-file.ts';
import { collectionFields, collectionTextEdits, collectionTexts } from './collections.ts';
import { inputLimits, lengths } from './limits.ts';
import { PageQuery, pageAnswer } from './page.ts';
import { Count, Done, Flag, FlagText, IdInput, OptionalIdInput, Quality } from './scalars.ts';
import { requiredText } from './text.ts';
import { Visibility } from './visibility.ts';

/** A chain; a chapter when it is inside a subject. */
export const ChapterModel = z.object({
  ...collectionFields,
  /** On a chain of its own and after a remix, not in lists. */
  remixOf: z.nullish(RemixOf),
  /** Its cards in rank order, if requested. */
  feedItemModelVec: z.optional(z.array(PostFeedItemModel)),
});
export type ChapterModel = z.infer<typeof ChapterModel>;

export const ChainForm = z.object({
  ...collectionTexts,
  /** The subject it becomes a chapter of; omitted or -1 for none. */
  subjectId: OptionalIdInput,
  /** Public if omitted. */
  visibility: z.optional(Visibility),
});

/** Omitted fields stay unchanged. */
export const ChainEditForm = z.object({
  chapterId: IdInput,
  ...collectionTextEdits,
  visibility: z.optional(Visibility),
});

export const LoadChainsForm = z.object({
  objectName: requiredText({
    label: 'Object name',
    max: lengths.objectName,
    missing: 'Object name needs to be specified',
  }).check(
    z.refine(
      (name) => !/^[/\\]|\\|(?:^|\/)\.{1,2}(?:\/|$)/u.test(name),
      'Object name must name a file inside the imports folder',
    ),
  ),
  /** Only reports what the import would create. */
  dryRun: z.optional(Flag),
});

const fileMissing = 'Chain file needs to be specified';

const UploadChainsForm = z.object({
  /** The text of a chain file. */
  chainFile: z.string(fileMissing).check(z.minLength(1, fileMissing)),
  /** Only reports what the import would create. */
  dryRun: z.optional(FlagText),
});

/** What the import does, or would do, with one chain of the file. */
export const ChainPlan = z.object({
  title: z.string(),
  subject: z.nullish(z.string()),
  postCount: Count,
  updates: z.boolean(),
});
export type ChainPlan = z.infer<typeof ChainPlan>;

const tag = 'Chains';
const loadAnswer = z.object({
  chapterModelVec: z.array(ChapterModel),
  planVec: z.optional(z.array(ChainPlan)),
});
const ChapterQuery = z.extend(PageQuery, { id: IdInput });
const chapterAnswer = z.object({ chapterModel: ChapterModel });
/** `nextCursor` continues the chain's cards. */
const chapterPageAnswer = z.object({ chapterModel: ChapterModel, ...pageAnswer });
const chaptersAnswer = z.object({ chapterModelVec: z.array(ChapterModel), ...pageAnswer });

export const chainCalls = defineCalls({
  'POST /r/chapter': {
    summary: 'Create a chain, or a chapter of a subject',
    tag,
    who: 'creator',
    body: ChainForm,
    answer: chapterAnswer,
    errors: ['not_found', 'forbidden'],
  },
  'PUT /r/chapter': {
    summary: 'Edit a chain',
    tag,
    who: 'verified',
    body: ChainEditForm,
    answer: chapterAnswer,
    errors: ['not_found', 'forbidden'],
  },
  'DELETE /r/chapter': {
    summary: 'Delete a chain, not its cards',
    tag,
    who: 'verified',
    query: z.object({ chapterId: IdInput }),
    answer: Done,
    errors: ['not_found', 'forbidden'],
  },
  'POST /r/chapters': {
    summary: 'Load chains from a file in the storage',
    tag,
    who: 'admin',
    body: LoadChainsForm,
    answer: loadAnswer,
    errors: ['not_found', 'unavailable', 'too_large'],
    limit: 'uploads',
  },
  'POST /r/chapters_file': {
    summary: 'Load chains from an uploaded file',
    tag,
    who: 'admin',
    encoding: 'multipart',
    bodyBytes: chainFileLimits.bytes + inputLimits.jsonBytes,
    body: UploadChainsForm,
    answer: loadAnswer,
    errors: ['unavailable', 'too_large'],
    limit: 'uploads',
  },
  'GET /r/chapter_export': {
    summary: 'A chain as a chain file; with pictures=true a zip of it and its pictures',
    tag,
    who: 'verified',
    query: z.object({ chapterId: IdInput, pictures: z.optional(FlagText) }),
    answer: ChainFile,
    alsoAnswers: ['application/zip'],
    errors: ['not_found', 'forbidden'],
  },
  'GET /chapter': {
    summary: 'A chain with its cards in order',
    tag,
    who: 'anyone',
    query: ChapterQuery,
    answer: chapterPageAnswer,
    errors: ['not_found'],
    cache: 'public',
  },
  'GET /r/chapter': {
    summary: 'A chain with its cards in order, as I see it',
    tag,
    who: 'verified',
    query: ChapterQuery,
    answer: chapterPageAnswer,
    errors: ['not_found'],
  },
  'GET /chapters': {
    summary: 'Trending chains',
    tag,
    who: 'anyone',
    query: PageQuery,
    answer: chaptersAnswer,
    cache: 'public',
  },
  'GET /r/chapters': {
    summary: 'My chains in my order; trending ones with trending=true',
    tag,
    who: 'verified',
    query: z.extend(PageQuery, { trending: z.optional(FlagText) }),
    answer: chaptersAnswer,
  },
  'PUT /r/chapter_quality': {
    summary: 'Mark a chain as great or regular',
    tag,
    who: 'admin',
    body: z.object({ chapterId: IdInput, quality: Quality }),
    answer: z.object({ quality: Quality }),
    errors: ['not_found'],
  },
});
