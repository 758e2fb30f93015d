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
  /** The topic's position in the viewer's list. */
  rank: z.nullish(z.number()),
  photoModel: z.nullish(PhotoModel),
  /** In a list of all topics: whether the viewer chose it. */
  chosen: z.optional(z.boolean()),
  /** No longer offered, but kept by users who chose it. */
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

/** Omitted fields stay unchanged. */
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
      /** With all=true: includes retired topics. Ignored unless the viewer is an admin. */
      retired: z.optional(FlagText),
      /** With all=true: only topics whose name contains this. */
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
