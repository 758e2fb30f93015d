import { expect, it } from 'vitest';
import { suggestPrompts } from './suggestions.ts';

it.each([
  ['Light travels about 300,000 km in a single second.', 'cloze', '300,000 km'],
  ['The first people walked on the Moon in 1969.', 'cloze', '1969'],
  ['Plants make sugar from light in a process called photosynthesis.', 'cloze', 'photosynthesis'],
  ['The theory was first written down by Emmy Noether at last.', 'cloze', 'Emmy Noether'],
])('hides what matters in "%s"', (text, kind, answer) => {
  expect(suggestPrompts(text)).toEqual([{ kind, question: text, answer }]);
});

it('asks what something is where a sentence defines it', () => {
  const text = 'Entropy is a measure of how many ways there are to arrange a thing.';
  expect(suggestPrompts(text)).toEqual([{ kind: 'question', question: 'What is entropy?', answer: text }]);
});

it('finds sentences in other scripts', () => {
  const [prompt] = suggestPrompts('प्रकाश एक सेकंड में लगभग ३००००० किलोमीटर चलता है। यह बहुत तेज़ है।');
  expect(prompt).toMatchObject({ kind: 'cloze', answer: '३०००००' });
});

it('offers only clozes that a card accepts: the sentence stands in the text, the answer in the sentence', () => {
  const text = `Water boils at 100 degrees at sea level. On Mount Everest it boils at 71 degrees.
    Why? The air there is thin. A list:\n- one\n- two\nThe boiling point is the temperature at which a liquid turns into gas.`;
  const prompts = suggestPrompts(text);
  expect(prompts.length).toBeGreaterThan(2);
  for (const { kind, question, answer } of prompts) {
    if (kind === 'cloze') {
      expect(text).toContain(question);
      expect(question).toContain(answer);
    }
  }
});

it('offers nothing for a text that says little', () => {
  expect(suggestPrompts('')).toEqual([]);
  expect(suggestPrompts('Look at this.')).toEqual([]);
  expect(suggestPrompts('a'.repeat(20_000))).toEqual([]);
});
