import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { PostModel } from './cards.ts';
import { ChainFile } from './chain-file.ts';
import { ChapterModel } from './chains.ts';
import { collectionFields, collectionTextEdits, collectionTexts } from './collections.ts';
import { PageQuery, pageAnswer } from './page.ts';
import { OptionalPhotoBase64, PhotoBase64 } from './photos.ts';
import { Count, Done, FlagText, Id, IdInput, Quality } from './scalars.ts';
import { Visibility } from './visibility.ts';

/** A subject: an ordered list of chains, its chapters. */
export const SubjectModel = z.object({
  ...collectionFields,
  ownerId: Id,
  chapterCount: z.optional(Count),
  /** Its chapters in rank order, if requested. */
  chapterModelVec: z.optional(z.array(ChapterModel)),
  /** With includePosts=true: the cards of all chapters in order, each once, with its rank in its first chapter. */
  posts: z.optional(z.array(PostModel)),
});
export type SubjectModel = z.infer<typeof SubjectModel>;

/** A chapter in a table of contents. */
export const OutlineChapter = z.object({
  id: Id,
  title: z.string(),
  /**
   * `label` is the beginning of the card's text, or its title if it has no text: one character more than is shown, to
   * detect truncation.
   */
  postVec: z.array(z.object({ id: Id, urlText: z.string(), title: z.string(), label: z.string() })),
});
export type OutlineChapter = z.infer<typeof OutlineChapter>;

export const SubjectForm = z.object({
  ...collectionTexts,
  photoBase64: PhotoBase64,
  /** Public if omitted. */
  visibility: z.optional(Visibility),
});

/** Omitted fields stay unchanged. */
export const SubjectEditForm = z.object({
  subjectId: IdInput,
  ...collectionTextEdits,
  photoBase64: OptionalPhotoBase64,
  visibility: z.optional(Visibility),
});

const tag = 'Subjects';
const SubjectQuery = z.object({
  subjectId: IdInput,
  includePosts: z.optional(FlagText),
  /** Ignored unless the viewer is an admin. */
  skipCache: z.optional(FlagText),
});
const subjectAnswer = z.object({ subjectModel: SubjectModel });
const subjectsAnswer = z.object({ subjectModelVec: z.array(SubjectModel), ...pageAnswer });

export const subjectCalls = defineCalls({
  'POST /r/subject': {
    summary: 'Create a subject',
    tag,
    who: 'creator',
    encoding: 'multipart',
    body: SubjectForm,
    answer: subjectAnswer,
    errors: ['too_large'],
    limit: 'uploads',
  },
  'PUT /r/subject': {
    summary: 'Edit a subject',
    tag,
    who: 'verified',
    encoding: 'multipart',
    body: SubjectEditForm,
    answer: subjectAnswer,
    errors: ['not_found', 'forbidden', 'too_large'],
    limit: 'uploads',
  },
  'DELETE /r/subject': {
    summary: 'Delete a subject, not its chains',
    tag,
    who: 'verified',
    query: z.object({ subjectId: IdInput }),
    answer: Done,
    errors: ['not_found', 'forbidden'],
  },
  'GET /subject': {
    summary: 'A subject with its chapters in order; with includePosts=true also their cards',
    tag,
    who: 'anyone',
    query: SubjectQuery,
    answer: subjectAnswer,
    errors: ['not_found'],
    cache: 'public',
  },
  'GET /r/subject': {
    summary: 'A subject with its chapters in order, as I see it; with includePosts=true also their cards',
    tag,
    who: 'verified',
    query: SubjectQuery,
    answer: subjectAnswer,
    errors: ['not_found'],
  },
  'GET /subject_outline': {
    summary: 'A subject and its table of contents: every card by its first words',
    tag,
    who: 'anyone',
    query: z.object({ subjectId: IdInput }),
    answer: z.object({ subjectModel: SubjectModel, outlineVec: z.array(OutlineChapter) }),
    errors: ['not_found'],
    cache: 'public',
  },
  'GET /r/subject_export': {
    summary: 'A subject as a chain file; with pictures=true a zip of it and its pictures',
    tag,
    who: 'verified',
    query: z.object({ subjectId: IdInput, pictures: z.optional(FlagText) }),
    answer: ChainFile,
    alsoAnswers: ['application/zip'],
    errors: ['not_found', 'forbidden'],
  },
  'GET /subjects': {
    summary: 'Trending subjects',
    tag,
    who: 'anyone',
    query: PageQuery,
    answer: subjectsAnswer,
    cache: 'public',
  },
  'GET /r/subjects': {
    summary:
      'My subjects in my order; trending ones with trending=true; with suggested=true one page of those of my topics',
    tag,
    who: 'verified',
    query: z.extend(PageQuery, {
      trending: z.optional(FlagText),
      /** For newcomers: subjects with cards of my topics first, then other trending ones. */
      suggested: z.optional(FlagText),
    }),
    answer: subjectsAnswer,
  },
  'PUT /r/subject_quality': {
    summary: 'Mark a subject as great or regular',
    tag,
    who: 'admin',
    body: z.object({ subjectId: IdInput, quality: Quality }),
    answer: z.object({ quality: Quality }),
    errors: ['not_found'],
  },
});
