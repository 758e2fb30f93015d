import { expect, it } from 'vitest';
import { groupAnswers } from './group-answers.ts';

const comment = (id: number, answerTo?: number) => ({
  id,
  answerTo,
  text: `Remark ${id}`,
  mentions: [],
  owner: { name: 'Asha', href: '/up/3', photoUrl: null },
  createdAt: id,
  edited: false,
});

const ids = (list: Parameters<typeof groupAnswers>[0]) =>
  groupAnswers(list).map(({ comment: { id }, answers }) => [id, answers.map((answer) => answer.id)]);

it('shows answers beneath their comment, oldest first, and keeps the order of comments', () => {
  expect(ids([comment(6, 1), comment(5), comment(4, 2), comment(3, 1), comment(2), comment(1)])).toEqual([
    [5, []],
    [2, [4]],
    [1, [3, 6]],
  ]);
});

it('shows an answer alone until its comment is loaded', () => {
  expect(ids([comment(6, 1), comment(5)])).toEqual([
    [6, []],
    [5, []],
  ]);
});
