import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { ChapterModel } from './chains.ts';
import { Problem } from './errors.ts';
import { Count, FlagText, Id, IdInput, OptionalIdInput } from './scalars.ts';

/** Maximum contents of an imported file. */
export const importLimits = {
  uploadBytes: 100 * 1024 * 1024,
  /** All entries of an archive, unpacked. */
  unpackedBytes: 200 * 1024 * 1024,
  entries: 5_000,
  cards: 10_000,
  reviews: 200_000,
} as const;

export const exportFormats = ['apkg', 'markdown', 'scorm'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const importFormats = ['apkg', 'markdown', 'csv'] as const;
const formatMessage = `Format must be one of ${importFormats.join(', ')}`;
export const ImportFormat = z.enum(importFormats, formatMessage);
export type ImportFormat = z.infer<typeof ImportFormat>;

const ExportQuery = z.object({
  chapterId: OptionalIdInput,
  subjectId: OptionalIdInput,
  format: z.enum(exportFormats, `Format must be one of ${exportFormats.join(', ')}`),
  /** Only for `apkg`: when the cards are due for me, and my reviews. */
  scheduling: z.optional(FlagText),
});

/** What an import would make of a file. */
export const ImportPreview = z.object({
  /** The title of the chain. */
  title: z.string(),
  /** The chain of mine that would be updated; absent if a new one would be made. */
  chapterId: z.optional(Id),
  postCount: Count,
  newCount: Count,
  /** Cards of mine that an earlier import made, or that I exported. */
  updatedCount: Count,
  pictureCount: Count,
  reviewCount: Count,
  /** What cannot be taken, as sentences, and how often. */
  problemVec: z.array(z.object({ text: z.string(), count: Count })),
  /** The first cards. */
  sampleVec: z.array(z.object({ title: z.string(), text: z.string() })),
});
export type ImportPreview = z.infer<typeof ImportPreview>;

const result = { chapterModel: ChapterModel, newCount: Count, updatedCount: Count };
export const ImportResult = z.object(result);
export type ImportResult = z.infer<typeof ImportResult>;

export const JobState = z.enum(['running', 'done', 'failed', 'cancelled']);
export type JobState = z.infer<typeof JobState>;

export const JobModel = z.object({
  state: JobState,
  done: Count,
  total: Count,
  /** When `done`; null if the chain was deleted since. */
  result: z.nullable(ImportResult),
  /** Why it failed. */
  problem: z.optional(z.pick(Problem, { code: true, detail: true })),
});
export type JobModel = z.infer<typeof JobModel>;

const fileMissing = 'File needs to be specified';
const ImportForm = z.object({
  format: ImportFormat,
  /** The file itself; here its name. */
  file: z.string(fileMissing),
  /** Only reports what the import would do. */
  preview: z.optional(FlagText),
});

const tag = 'Files';

export const fileCalls = defineCalls({
  'GET /r/export_file': {
    summary: 'A chain or subject as an Anki package, Markdown files or a SCORM 1.2 package',
    tag,
    who: 'verified',
    query: ExportQuery,
    answer: z.object({}),
    alsoAnswers: ['application/zip'],
    errors: ['not_found', 'unavailable'],
  },
  'POST /r/import_file': {
    summary: 'Make draft cards in a new chain from an Anki package, Markdown files or a table (CSV)',
    tag,
    who: 'creator',
    encoding: 'multipart',
    upload: 'file',
    bodyBytes: importLimits.uploadBytes,
    body: ImportForm,
    /** `jobId` if it takes longer. */
    answer: z.object({
      previewModel: z.optional(ImportPreview),
      jobId: z.optional(Id),
      ...z.partial(ImportResult).shape,
    }),
    errors: ['too_large', 'conflict', 'unavailable'],
    limit: 'uploads',
  },
  'GET /r/job': {
    summary: 'How far an import of mine is',
    tag,
    who: 'verified',
    query: z.object({ jobId: IdInput }),
    answer: JobModel,
    errors: ['not_found'],
  },
  'DELETE /r/job': {
    summary: 'Cancel an import of mine; nothing of it stays',
    tag,
    who: 'verified',
    query: z.object({ jobId: IdInput }),
    answer: JobModel,
    errors: ['not_found'],
  },
});
