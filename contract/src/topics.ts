import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { lengths } from './limits.ts';
import { PageQuery, pageAnswer } from './page.ts';
import { OptionalPhotoBase64, PhotoBase64, PhotoModel } from './photos.ts';
import { Done, FlagText, Id, IdInput } from './scalars.ts';
import { optionalText, requiredText } from './text.ts';

export const TopicModel = z.object({
  id: Id,
  name: z.string(),
  /** Where the topic stands in my list. */
  rank: z.nullish(z.number()),
  photoModel: z.nullish(PhotoModel),
  /** In a list of every topic: whether I chose it. */
  chosen: z.optional(z.boolean()),
  /** Kept by those who chose it, no longer offered. */
  retired: z.optional(z.boolean()),
});
export type TopicModel = z.infer<typeof TopicModel>;

const TopicName = requiredText({
  label: 'Name',
  max: lengths.topicName,
  missing: 'Name needs to be specified',
  isName: true,
});

export const TopicForm = z.object({ name: TopicName, photoBase64: PhotoBase64 });

/** What is left out stays as it is. */
export const TopicEditForm = z.object({
  topicId: IdInput,
  name: z.optional(TopicName),
  photoBase64: OptionalPhotoBase64,
  /** `false` offers a retired topic again. */
  retired: z.optional(FlagText),
});

const tag = 'Topics';
const topicAnswer = z.object({ topicModel: TopicModel });

export const topicCalls = defineCalls({
  'GET /r/topics': {
    summary: 'My topics in my order; with all=true every topic that is offered or mine, by name',
    tag,
    who: 'verified',
    query: z.extend(PageQuery, {
      all: z.optional(FlagText),
      /** With all=true: those that admins have retired as well. From others it is ignored. */
      retired: z.optional(FlagText),
      /** With all=true: those with this in their name. */
      q: optionalText({ label: 'Search text', max: lengths.query }),
    }),
    answer: z.object({ topicModelVec: z.array(TopicModel), ...pageAnswer }),
  },
  'POST /r/topic': {
    summary: 'Create a topic',
    tag,
    who: 'admin',
    encoding: 'multipart',
    body: TopicForm,
    answer: topicAnswer,
    errors: ['conflict', 'too_large'],
    limit: 'uploads',
  },
  'PUT /r/topic': {
    summary: 'Edit a topic',
    tag,
    who: 'admin',
    encoding: 'multipart',
    body: TopicEditForm,
    answer: topicAnswer,
    errors: ['not_found', 'conflict', 'too_large'],
    limit: 'uploads',
  },
  'DELETE /r/topic': {
    summary: 'Retire a topic: no longer offered, kept by those who chose it',
    tag,
    who: 'admin',
    query: z.object({ topicId: IdInput }),
    answer: Done,
    errors: ['not_found'],
  },
});
