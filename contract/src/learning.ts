import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { PostModel } from './cards.ts';
import { ChapterModel } from './chains.ts';
import { PhotoModel } from './photos.ts';
import { PromptModel } from './prompts.ts';
import { Count, Flag, Id, IdInput, OptionalIdInput } from './scalars.ts';
import { RegionModel } from './scenes.ts';
import { SubjectModel } from './subjects.ts';
import { isStorable } from './text.ts';
import { isTimeZone } from './time-zones.ts';

/** How well a user knows a card. It is computed from predicted recall and can go down. */
export const LearningState = z.enum(['new', 'read', 'learning', 'known']);
export type LearningState = z.infer<typeof LearningState>;

/** Milliseconds since 1970. */
const Milliseconds = z.int();

const badMinutes = 'Minutes must be 5, 10 or 20';
export const sessionMinutes = [5, 10, 20] as const;
const Minutes = z.literal([...sessionMinutes], badMinutes);

/** The same in a query string. */
const MinutesText = z.pipe(
  z.pipe(
    z.union([Minutes, z.enum(['5', '10', '20'], badMinutes)], badMinutes),
    z.transform((value) => Number(value)),
  ),
  Minutes,
);

export const Retention = z.enum(['lighter', 'usual', 'firmer'], 'Retention must be lighter, usual or firmer');
export type Retention = z.infer<typeof Retention>;

/** The predicted recall at which a card is due again. */
export const retentionTargets = {
  lighter: 0.85,
  usual: 0.9,
  firmer: 0.95,
} as const satisfies Record<Retention, number>;

const badZone = 'Time zone must be an IANA name such as Asia/Kolkata';
const Zone = z.string(badZone).check(z.refine(isTimeZone, badZone));

export const LearningSettings = z.object({ minutes: Minutes, retention: Retention, zone: z.string() });
export type LearningSettings = z.infer<typeof LearningSettings>;

/** A user's progress in a chain or subject. */
export const StudyModel = z.object({
  kind: z.enum(['chapter', 'subject']),
  id: Id,
  title: z.string(),
  photoModel: z.nullish(PhotoModel),
  /** The card opened last; null if it was removed from the chain or subject. */
  placePostId: z.nullable(Id),
  /** The `urlText` of that card. */
  placeUrlText: z.nullable(z.string()),
  /** In `continueVec`: where that card stands, counted from 1. The chapter is absent for a chain. */
  place: z.nullish(z.object({ chapter: z.nullish(Count), card: Count, cardCount: Count })),
  total: Count,
  readCount: Count,
  knownCount: Count,
});
export type StudyModel = z.infer<typeof StudyModel>;

/** Time until the next review, by grade: Again, Hard, Good, Easy. */
const Intervals = z.array(Count);

/** The memory state of a card. */
export const MemoryModel = z.object({
  postId: Id,
  state: LearningState,
  dueAt: Milliseconds,
  stability: z.number(),
  difficulty: z.number(),
  lapses: Count,
  /** In milliseconds. */
  intervalVec: Intervals,
});
export type MemoryModel = z.infer<typeof MemoryModel>;

export const ReviewItemModel = z.object({
  postModel: PostModel,
  promptModelVec: z.array(PromptModel),
  regionVec: z.array(RegionModel),
  state: LearningState,
  /** Null until the first review. */
  dueAt: z.nullable(Milliseconds),
  lastReviewAt: z.nullable(Milliseconds),
  /** The card was edited since the last review. */
  changed: z.boolean(),
  /** A chain with the card, preferably one that the user studies. */
  sourceChapter: z.nullish(z.object({ id: Id, title: z.string() })),
  /** In milliseconds. */
  intervalVec: Intervals,
});
export type ReviewItemModel = z.infer<typeof ReviewItemModel>;

/** A leech: a card with many lapses. */
export const HelpModel = z.object({
  postModel: PostModel,
  lapses: Count,
  /** A studied chain that holds the card; null if it is studied by itself. */
  chapterId: z.nullable(Id),
});

const badUuid = 'Review id must be a UUID';
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/iu;
const ReviewIdInput = z.string(badUuid).check(z.regex(uuid, badUuid), z.toLowerCase());

const badGrade = 'Grade must be 1, 2, 3 or 4';
export const Grade = z.literal([1, 2, 3, 4], badGrade);
export type Grade = z.infer<typeof Grade>;

const badTime = 'Time must be whole milliseconds since 1970';
const badDuration = 'Duration must be whole milliseconds up to an hour';

export const ReviewInput = z.object({
  reviewId: ReviewIdInput,
  postId: IdInput,
  grade: Grade,
  at: z.int(badTime).check(z.minimum(0, badTime), z.maximum(8_640_000_000_000_000, badTime)),
  zone: Zone,
  ms: z.int(badDuration).check(z.minimum(0, badDuration), z.maximum(3_600_000, badDuration)),
  promptId: OptionalIdInput,
  /** The labels that were not recalled. */
  missedVec: z.nullish(
    z
      .array(
        z
          .string('A label id must be text')
          .check(z.maxLength(100, 'A label id is too long'), z.refine(isStorable, 'Not the id of a label')),
      )
      .check(z.maxLength(500, 'Too many labels')),
  ),
});
export type ReviewInput = z.input<typeof ReviewInput>;

const tooManyReviews = 'At most 200 reviews at once';

/** Requires exactly one of the ids. */
const oneOf = (names: readonly string[], ids: Record<string, unknown>) =>
  names.filter((name) => ids[name] !== undefined).length === 1;

const studyNames = ['chapterId', 'subjectId', 'postId'] as const;
const collectionNames = ['chapterId', 'subjectId'] as const;

const collectionIds = { chapterId: OptionalIdInput, subjectId: OptionalIdInput };

const tag = 'Learning';
const who = 'verified';
const errors = ['not_found'] as const;
const settingsAnswer = z.object({ settings: LearningSettings });

export const learningCalls = defineCalls({
  'PUT /r/reading': {
    summary: 'Mark a card as read, and remember it as my place in its chain or subject',
    tag,
    who,
    body: z.object({ postId: IdInput, ...collectionIds }),
    answer: z.object({ state: LearningState }),
    errors: ['not_found', 'conflict'],
  },
  'GET /r/progress': {
    summary: 'How far I am with a chain or subject',
    tag,
    who,
    query: z
      .object(collectionIds)
      .check(z.refine((ids) => oneOf(collectionNames, ids), 'Name one chain or one subject')),
    answer: z.object({
      total: Count,
      readCount: Count,
      knownCount: Count,
      placePostId: z.nullable(Id),
      placeUrlText: z.nullable(z.string()),
      studied: z.boolean(),
      postStateVec: z.array(z.object({ postId: Id, state: LearningState, changed: z.boolean() })),
    }),
    errors,
  },
  'GET /r/learning': {
    summary: 'What I am reading and studying, and how much is due today',
    tag,
    who,
    answer: z.object({
      /** Started and not finished, last opened first. */
      continueVec: z.array(StudyModel),
      studyVec: z.array(StudyModel),
      /** Cards that the user studies on their own. */
      studyPostVec: z.array(
        z.object({
          id: Id,
          urlText: z.string(),
          title: z.string(),
          photoModel: z.nullish(PhotoModel),
          state: LearningState,
          aside: z.boolean(),
        }),
      ),
      dueMinutes: Count,
      settings: LearningSettings,
      /** The last 28 days, oldest first. A day begins at 04:00. */
      dayVec: z.array(z.object({ day: z.string(), reviews: Count })),
    }),
  },
  'PUT /r/study': {
    summary: 'Put the cards of a chain, a subject or one card into my review queue, or take them out',
    tag,
    who,
    body: z
      .object({ ...collectionIds, postId: OptionalIdInput, studied: Flag })
      .check(z.refine((ids) => oneOf(studyNames, ids), 'Name one chain, subject or card')),
    answer: z.object({ studied: z.boolean() }),
    errors,
  },
  'GET /r/memory': {
    summary: 'How well I know a card, and whether it is in my review queue',
    tag,
    who,
    query: z.object({ postId: IdInput }),
    answer: z.object({
      state: LearningState,
      /** Added directly, not through a chain or subject. */
      studied: z.boolean(),
      aside: z.boolean(),
      dueAt: z.nullable(Milliseconds),
    }),
    errors,
  },
  'GET /r/review_session': {
    summary: 'The cards of one review session, as many as fit into its minutes',
    tag,
    who,
    query: z.object({ minutes: z.optional(MinutesText) }),
    answer: z.object({
      reviewItemVec: z.array(ReviewItemModel),
      helpVec: z.array(HelpModel),
      /** How many answers fit into the minutes; a forgotten card is asked again while there is room. */
      maxAnswers: Count,
      /** True when nothing is due or new. */
      done: z.boolean(),
    }),
  },
  'POST /r/reviews': {
    summary: 'Store reviews; those already stored are ignored',
    tag,
    who,
    bodyBytes: 256 * 1024,
    body: z.object({
      reviewVec: z
        .array(ReviewInput, 'Reviews must be a list')
        .check(z.minLength(1, 'No review given'), z.maxLength(200, tooManyReviews)),
    }),
    answer: z.object({
      memoryVec: z.array(MemoryModel),
      ignored: Count,
      refusedVec: z.array(z.object({ reviewId: z.string(), code: z.enum(['at_out_of_range', 'not_found']) })),
    }),
    limit: 'reviews',
  },
  'DELETE /r/review': {
    summary: 'Undo a review',
    tag,
    who,
    query: z.object({ reviewId: ReviewIdInput }),
    answer: z.object({ memory: z.nullable(MemoryModel) }),
    errors,
    limit: 'reviews',
  },
  'PUT /r/set_aside': {
    summary: 'Take a card out of my reviews for now, bring it back, or keep one that was often forgotten',
    tag,
    who,
    body: z
      .object({
        postId: IdInput,
        aside: z.optional(Flag),
        keep: z.optional(z.literal(true, 'keep must be true')),
      })
      .check(
        z.refine(({ aside, keep }) => (aside === undefined) !== (keep === undefined), 'Name aside or keep'),
      ),
    answer: z.object({ aside: z.boolean() }),
    errors,
  },
  'GET /review_demo': {
    summary: 'One public card to try a review with; null while there is none',
    tag,
    who: 'anyone',
    answer: z.object({ reviewItem: z.nullable(ReviewItemModel) }),
    cache: 'public',
  },
  'GET /read_next': {
    summary:
      'What to read after a chain or subject: the next chapter, else a subject of the same topic or maker',
    tag,
    who: 'anyone',
    query: z
      .object(collectionIds)
      .check(z.refine((ids) => oneOf(collectionNames, ids), 'Name one chain or one subject')),
    answer: z.object({
      reason: z.nullable(z.enum(['chapter', 'topic', 'maker'])),
      chapterModel: z.nullable(ChapterModel),
      subjectModel: z.nullable(SubjectModel),
    }),
    errors,
    cache: 'public',
  },
  'GET /r/learning_settings': { summary: 'How I learn', tag, who, answer: settingsAnswer },
  'PUT /r/learning_settings': {
    summary: 'Change how I learn; what is left out stays',
    tag,
    who,
    body: z.object({
      minutes: z.optional(Minutes),
      retention: z.optional(Retention),
      zone: z.optional(Zone),
    }),
    answer: settingsAnswer,
  },
  'GET /r/learning_forecast': {
    summary: 'The minutes a day that each retention would cost over the next four weeks',
    tag,
    who,
    answer: z.object({
      forecastVec: z.array(
        z.object({
          retention: Retention,
          minuteVec: z.array(z.number()),
          /** Days until all due cards are reviewed; null if longer than a year. */
          clearInDays: z.nullable(Count),
        }),
      ),
    }),
  },
});
