import type { Grade, MemoryModel, ReviewItemModel } from '@gyan/contract/learning.ts';
import type { PromptModel } from '@gyan/contract/prompts.ts';

/** A card that was just forgotten comes back after so many others, or at the end. */
const comesBackAfter = 4;

/** What is asked of a card: one of its questions, or to say what it is about. */
export type ReviewPrompt = { kind: 'recall' } | PromptModel;

interface Answered {
  reviewId: string;
  item: ReviewItemModel;
  /** The queue before the answer. */
  queue: readonly ReviewItemModel[];
}

export interface ReviewState {
  /** The first is shown. */
  queue: readonly ReviewItemModel[];
  answered: readonly Answered[];
  isFlipped: boolean;
}

export type Action =
  | { type: 'flip' }
  | { type: 'grade'; grade: Grade; reviewId: string }
  | { type: 'undo' }
  | { type: 'remembered'; memories: readonly MemoryModel[] };

export const startReview = (queue: readonly ReviewItemModel[]): ReviewState => ({
  queue,
  answered: [],
  isFlipped: false,
});

export function reduceReview(state: ReviewState, action: Action): ReviewState {
  const [first, ...rest] = state.queue;
  if (action.type === 'flip') return first ? { ...state, isFlipped: true } : state;
  if (action.type === 'grade') {
    if (!first || !state.isFlipped) return state;
    const { reviewId } = action;
    return {
      queue: action.grade === 1 ? insertAt(rest, comesBackAfter, first) : rest,
      answered: [...state.answered, { reviewId, item: first, queue: state.queue }],
      isFlipped: false,
    };
  }
  if (action.type === 'undo') {
    const last = state.answered.at(-1);
    return last ? { queue: last.queue, answered: state.answered.slice(0, -1), isFlipped: true } : state;
  }
  return { ...state, queue: state.queue.map((item) => withMemory(item, action.memories)) };
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
