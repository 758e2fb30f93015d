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

export interface Session {
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

export const startSession = (queue: readonly ReviewItemModel[]): Session => ({
  queue,
  answered: [],
  isFlipped: false,
});

export function reduceSession(session: Session, action: Action): Session {
  const [first, ...rest] = session.queue;
  if (action.type === 'flip') return first ? { ...session, isFlipped: true } : session;
  if (action.type === 'grade') {
    if (!first || !session.isFlipped) return session;
    const { reviewId } = action;
    return {
      queue: action.grade === 1 ? insertAt(rest, comesBackAfter, first) : rest,
      answered: [...session.answered, { reviewId, item: first, queue: session.queue }],
      isFlipped: false,
    };
  }
  if (action.type === 'undo') {
    const last = session.answered.at(-1);
    return last ? { queue: last.queue, answered: session.answered.slice(0, -1), isFlipped: true } : session;
  }
  return { ...session, queue: session.queue.map((item) => withMemory(item, action.memories)) };
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
export function shareDone({ queue, answered }: Session): number {
  const total = queue.length + answered.length;
  return total === 0 ? 1 : answered.length / total;
}

/** Another question each day; recall is one of them. */
export function promptFor({ postModel, promptModelVec }: ReviewItemModel, day: number): ReviewPrompt {
  const count = promptModelVec.length + 1;
  return promptModelVec[(postModel.id + day) % count] ?? { kind: 'recall' };
}
