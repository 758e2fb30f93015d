import { expect, it } from 'vitest';
import { actChoices } from './act-choices.ts';

const card = { kind: 'post', id: 1, title: 'Leaves', href: '/pd/leaves' } as const;
const labels = (state: object) => actChoices({ ...card, ...state }).map(({ label }) => label);

it('a card is labelled once, and its label removed while it is not hidden', () => {
  expect(labels({})).toContain('Label as AI');
  expect(labels({ aiMarked: true })).toContain('Remove the AI label');
  expect(labels({ aiMarked: true })).not.toContain('Label as AI');
  const hidden = actChoices({ ...card, aiMarked: true, hidden: true });
  expect(hidden.filter(({ act }) => act === 'restore').map(({ label }) => label)).toEqual(['Show again']);
});
