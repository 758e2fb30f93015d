import type { Grade, MemoryModel, ReviewItemModel } from '@gyan/contract/learning.ts';
import type { PromptModel } from '@gyan/contract/prompts.ts';
import { nothingRecalled, pressLabel, type Recall, uncoverAll } from './recall.ts';

/** A card that was just forgotten comes back after so many others or at the end, while the session has time for it. */
const comesBackAfter = 4;

/** What is asked of a card: one of its questions, or to say what it is about. */
export type ReviewPrompt = { kind: 'recall' } | PromptModel;

interface Answered {
  reviewId: string;
  item: ReviewItemModel;
  /** The queue before the answer. */
  queue: readonly ReviewItemModel[];
  recall: Recall;
}

export interface ReviewState {
  /** The first is shown. */
  queue: readonly ReviewItemModel[];
  answered: readonly Answered[];
  isFlipped: boolean;
  /** The labels of the first. */
  recall: Recall;
  /** After so many answers the minutes of the session are spent. */
  maxAnswers: number;
}

export type Action =
  | { type: 'flip' }
  | { type: 'press_label'; id: string }
  | { type: 'grade'; grade: Grade; reviewId: string }
  | { type: 'undo' }
  | { type: 'remembered'; memories: readonly MemoryModel[] };

interface Session {
  reviewItemVec: readonly ReviewItemModel[];
  maxAnswers: number;
}

export const startReview = ({ reviewItemVec, maxAnswers }: Session): ReviewState => ({
  queue: reviewItemVec,
  answered: [],
  isFlipped: false,
  recall: nothingRecalled,
  maxAnswers,
});

export function reduceReview(state: ReviewState, action: Action): ReviewState {
  const [first, ...rest] = state.queue;
  if (action.type === 'flip') {
    return first ? { ...state, isFlipped: true, recall: uncoverAll(state.recall, first.regionVec) } : state;
  }
  if (action.type === 'press_label') return { ...state, recall: pressLabel(state.recall, action.id) };
  if (action.type === 'grade') {
    if (!first || !state.isFlipped) return state;
    const { queue: before, recall } = state;
    const answered = [...state.answered, { reviewId: action.reviewId, item: first, queue: before, recall }];
    const queue = action.grade === 1 ? insertAt(rest, comesBackAfter, first) : rest;
    return {
      ...state,
      queue: queue.slice(0, state.maxAnswers - answered.length),
      answered,
      isFlipped: false,
      recall: nothingRecalled,
    };
  }
  if (action.type === 'undo') {
    const last = state.answered.at(-1);
    if (!last) return state;
    const { queue, recall } = last;
    return { ...state, queue, recall, answered: state.answered.slice(0, -1), isFlipped: true };
  }
  // A card whose answers were all undone keeps the intervals it began with.
  const answered = new Set(state.answered.map(({ item }) => item.postModel.id));
  const memories = action.memories.filter(({ postId }) => answered.has(postId));
  return { ...state, queue: state.queue.map((item) => withMemory(item, memories)) };
}

function insertAt<T>(list: readonly T[], index: number, item: T): T[] {
  return [...list.slice(0, index), item, ...list.slice(index)];
}

/** The intervals of a card that comes back are those after its last answer. */
function withMemory(item: ReviewItemModel, memories: readonly MemoryModel[]): ReviewItemModel {
  const memory = memories.find(({ postId }) => postId === item.postModel.id);
  return memory
    ? { ...item, state: memory.state, dueAt: memory.dueAt, intervalVec: memory.intervalVec }
    : item;
}

/** The share of the session that is done, from 0 to 1. */
export function shareDone({ queue, answered }: ReviewState): number {
  const total = queue.length + answered.length;
  return total === 0 ? 1 : answered.length / total;
}

/** Another question each day; recall is one of them. */
export function promptFor({ postModel, promptModelVec }: ReviewItemModel, day: number): ReviewPrompt {
  const count = promptModelVec.length + 1;
  return promptModelVec[(postModel.id + day) % count] ?? { kind: 'recall' };
}

/** The labels of the picture that a recall asks for; none for cards without a scene. */
export const askedRegions = ({ regionVec }: ReviewItemModel, prompt: ReviewPrompt) =>
  prompt.kind === 'recall' ? regionVec : [];
