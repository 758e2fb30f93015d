import { expect, it } from 'vitest';
import { splitCloze } from './split-cloze.ts';

it.each([
  ['Water boils at 100 degrees.', '100', ['Water boils at ', ' degrees.']],
  ['The heart is a part of art, and art lasts.', 'art', ['The heart is a part of ', ', and ', ' lasts.']],
  ['5 of 50 people came.', '5', ['', ' of 50 people came.']],
  ['Photosynthesis needs light.', 'synthesis', ['Photo', ' needs light.']],
  ['It costs $1.50 (or more).', '$1.50 (or', ['It costs ', ' more).']],
  ['प्रकाश एक सेकंड में ३००००० किलोमीटर चलता है।', 'प्रकाश', ['', ' एक सेकंड में ३००००० किलोमीटर चलता है।']],
  ['No such word.', 'other', ['No such word.']],
])('hides every whole word of %j that is %j', (question, answer, parts) => {
  expect(splitCloze({ question, answer })).toEqual(parts);
});
