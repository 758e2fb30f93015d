import type { Grade, ReviewItemModel } from '@gyan/contract/learning.ts';
import { describe, expect, it } from 'vitest';
import {
  type Action,
  promptFor,
  type ReviewState,
  reduceReview,
  shareDone,
  startReview,
} from './review-state.ts';

const item = (id: number) =>
  ({
    postModel: { id },
    promptModelVec: [],
    regionVec: [{ id: 'a' }, { id: 'b' }],
    intervalVec: [],
  }) as unknown as ReviewItemModel;
const start = (ids: number[], maxAnswers = 30) => startReview({ reviewItemVec: ids.map(item), maxAnswers });
const ids = ({ queue }: ReviewState) => queue.map(({ postModel }) => postModel.id);
const run = (session: ReviewState, ...actions: Action[]) => actions.reduce(reduceReview, session);
const flip: Action = { type: 'flip' };
const grade = (value: Grade, reviewId = 'r'): Action => ({ type: 'grade', grade: value, reviewId });

const remembered: Action = {
  type: 'remembered',
  memories: [{ postId: 1, state: 'learning', dueAt: 5, intervalVec: [1, 2, 3, 4] } as never],
};

describe('a session', () => {
  const begun = start([1, 2, 3, 4, 5, 6]);

  it('goes on with the next card after a grade, and only after the flip', () => {
    expect(ids(run(begun, grade(3)))).toEqual([1, 2, 3, 4, 5, 6]);
    const next = run(begun, flip, grade(3));
    expect([ids(next), next.isFlipped]).toEqual([[2, 3, 4, 5, 6], false]);
  });

  it('shows a forgotten card again a little later, with its new intervals', () => {
    const again = run(begun, flip, grade(1), remembered);
    expect(ids(again)).toEqual([2, 3, 4, 5, 1, 6]);
    expect(again.queue[4]).toMatchObject({ dueAt: 5, intervalVec: [1, 2, 3, 4] });
    expect(ids(run(start([1]), flip, grade(1)))).toEqual([1]);
  });

  it('ends when its minutes are spent, also when cards are forgotten', () => {
    const short = start([1, 2, 3], 3);
    expect(ids(run(short, flip, grade(1)))).toEqual([2, 3]);
    expect(ids(run(short, flip, grade(3), flip, grade(1), flip, grade(1)))).toEqual([]);
    expect(ids(run(short, flip, grade(1), { type: 'undo' }))).toEqual([1, 2, 3]);
  });

  it('undoes all of it, one answer after the other', () => {
    const done = run(begun, flip, grade(1, 'a'), flip, grade(3, 'b'), flip, grade(4, 'c'));
    const undo: Action = { type: 'undo' };
    expect(done.answered.map(({ reviewId }) => reviewId)).toEqual(['a', 'b', 'c']);
    const back = run(done, undo, undo, undo, undo);
    expect([ids(back), back.answered, back.isFlipped]).toEqual([[1, 2, 3, 4, 5, 6], [], true]);
  });

  it('keeps the first intervals of a card when its answer is stored after the undo', () => {
    const undone = run(begun, flip, grade(1), { type: 'undo' }, remembered);
    expect(undone.queue[0]?.intervalVec).toEqual([]);
  });

  it('shows all labels with the answer, forgets the marks with the grade and restores them with the undo', () => {
    const press: Action = { type: 'press_label', id: 'b' };
    const marked = run(begun, press, press, flip);
    expect(marked.recall).toEqual({ uncovered: ['a', 'b'], missed: ['b'] });
    const next = run(marked, grade(2));
    expect(next.recall).toEqual({ uncovered: [], missed: [] });
    expect(run(next, { type: 'undo' }).recall).toEqual(marked.recall);
  });

  it('tells its share', () => {
    expect(shareDone(begun)).toBe(0);
    expect(shareDone(run(begun, flip, grade(3), flip, grade(3), flip, grade(3)))).toBe(0.5);
    expect(shareDone(start([]))).toBe(1);
  });

  it('asks another question each day', () => {
    const prompts = [{ kind: 'question' }, { kind: 'cloze' }];
    const card = { postModel: { id: 6 }, promptModelVec: prompts } as unknown as ReviewItemModel;
    expect([0, 1, 2, 3].map((day) => promptFor(card, day).kind)).toEqual([
      'question',
      'cloze',
      'recall',
      'question',
    ]);
    expect(promptFor(item(9), 4)).toEqual({ kind: 'recall' });
  });
});
