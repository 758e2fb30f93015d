import { expect, it } from 'vitest';
import { auditSentence } from './audit-text.ts';

const sentence = (action: string, targetKind: string, detail?: string) => {
  const { before, after } = auditSentence({ action, targetKind, detail });
  return `${before}Tides${after}`;
};

it('what admins did is a sentence around the name of its target', () => {
  expect(sentence('card.lock', 'card')).toBe('locked the card Tides');
  expect(sentence('topic.offer', 'topic', 'name: Tides')).toBe('offered the topic Tides again');
  expect(sentence('comment.delete', 'card', 'commentId: 7')).toBe('deleted a comment on the card Tides');
  expect(sentence('subject.rate', 'subject', 'quality: kQualityGreat')).toBe(
    'marked the subject Tides as great',
  );
  expect(sentence('card.rate', 'card', 'quality: kQualityRegular')).toBe('marked the card Tides as regular');
});

it('a change of role names both roles', () => {
  expect(sentence('role.set', 'user', 'was: kRegular, role: kCreator')).toBe(
    'changed the role of Tides: from Regular to Creator',
  );
});

it('an unknown action shows its own name and details', () => {
  expect(sentence('card.melt_all', 'card', 'why: age')).toBe(
    'did “card melt all” to the card Tides (why: age)',
  );
});
