import { expect, test } from 'vitest';
import { fileName } from './save-file.ts';

test('a file name keeps the words of a title in any script', () => {
  expect(fileName('What is light? (part 2)')).toBe('what-is-light-part-2');
  expect(fileName('हिन्दी की किताब')).toBe('हिन्दी-की-किताब');
  expect(fileName('?!')).toBe('gyan');
});
