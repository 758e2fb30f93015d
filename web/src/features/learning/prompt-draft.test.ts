import { describe, expect, it } from 'vitest';
import { type EditedPrompt, isUnchanged, restorePrompts } from './prompt-draft.ts';

const asked = (question: string, promptId?: number, answer = 'Because.'): EditedPrompt => ({
  ...(promptId === undefined ? {} : { promptId }),
  kind: 'question',
  question,
  answer,
});
const questionsIn = (prompts: readonly EditedPrompt[]) =>
  prompts.map(({ promptId, question }) => [promptId, question]);

describe('a draft of questions', () => {
  const base = [asked('Why?', 1), asked('How?', 2)];

  it('comes back as it was left', () => {
    const prompts = [asked('How so?', 2), asked('When?')];
    expect(restorePrompts(base, { base, prompts })).toEqual(prompts);
  });

  it('leaves alone what was changed, added or removed elsewhere meanwhile', () => {
    const prompts = [...base, asked('When?')];
    const saved = [asked('Why not?', 1), asked('Where?', 3)];
    expect(questionsIn(restorePrompts(saved, { base, prompts }))).toEqual([
      [1, 'Why not?'],
      [undefined, 'When?'],
      [3, 'Where?'],
    ]);
  });

  it('keeps what was typed for a question that was changed or removed elsewhere', () => {
    const prompts = [asked('Why so?', 1), asked('How so?', 2)];
    expect(questionsIn(restorePrompts([asked('Why not?', 1)], { base, prompts }))).toEqual([
      [1, 'Why so?'],
      [undefined, 'How so?'],
    ]);
  });

  it('does not repeat what a lost answer has saved', () => {
    const prompts = [...base, asked('When?')];
    const saved = [...base, asked('When?', 3)];
    const restored = restorePrompts(saved, { base, prompts });
    expect(restored).toEqual(saved);
    expect(isUnchanged(restored, saved)).toBe(true);
    expect(isUnchanged(prompts, saved)).toBe(false);
  });

  it.each([undefined, null, 'Why?', [], { base }, { base, prompts: [{ kind: 'riddle' }] }])(
    'of %j brings nothing strange into the form',
    (found) => expect(restorePrompts(base, found)).toEqual(base),
  );
});
