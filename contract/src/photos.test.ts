import { expect, test } from 'vitest';
import { bareBase64, ClearablePhotoBase64, OptionalPhotoBase64, PhotoBase64 } from './photos.ts';

const problem = (photo: unknown) => PhotoBase64.safeParse(photo).error?.issues.map(({ message }) => message);

test('a picture comes as a data URL or as bare base64, and leaves as base64', () => {
  expect(PhotoBase64.parse('data:image/jpeg;base64,/9j/4AA=')).toBe('/9j/4AA=');
  expect(PhotoBase64.parse('data:image/svg+xml;charset=utf-8;base64,AAAA')).toBe('AAAA');
  expect(PhotoBase64.parse('/9j/4AA=')).toBe('/9j/4AA=');
  expect(bareBase64('data:image/png;base64,')).toBe('');
});

test('what is not a picture is refused', () => {
  expect(problem('data:text/html;base64,AAAA')).toEqual(['Invalid image type']);
  expect(problem('data:,hello')).toEqual(['Invalid image type']);
  expect(problem('data:image/png,AAAA')).toEqual(['Image must be sent as base64']);
  expect(problem('not base64!')).toEqual(['Image must be sent as base64']);
  expect(problem(5)).toEqual(['Image must be sent as base64']);
  expect(problem('data:image/png;base64,')).toEqual(['Image needs to be uploaded']);
});

test('left out keeps the picture, emptied takes it away', () => {
  expect(OptionalPhotoBase64.parse('')).toBeUndefined();
  expect(ClearablePhotoBase64.parse(undefined)).toBeUndefined();
  expect(ClearablePhotoBase64.parse('')).toBeNull();
  expect(ClearablePhotoBase64.parse('AAAA')).toBe('AAAA');
});
