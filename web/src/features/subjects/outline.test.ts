import { describe, expect, it } from 'vitest';
import type { Api } from '#lib/api.ts';
import { chapterRows, findOutlinePosition, outlineHref, readOutline } from './outline.ts';

const post = (urlText: string) => ({ urlText, title: `Card ${urlText}`, label: `Words of ${urlText}` });
const answer = {
  subjectModel: { id: 7, title: 'Optics', createdAt: 0, photoModelVec: [], ownerModel: { userId: 1 } },
  outlineVec: [
    { id: 1, title: 'Empty', postVec: [] },
    { id: 2, title: 'Light', postVec: [post('a'), post('b')] },
    { id: 3, title: 'Dark', postVec: [] },
    { id: 4, title: 'Again', postVec: [post('b'), post('c')] },
  ],
};
const outline = await readOutline((async () => answer) as unknown as Api, '7');
const at = (card: string | null, chapterId: string | null = null) =>
  findOutlinePosition(outline, { card, chapterId });

describe('the outline of a subject', () => {
  it('gives each place one address', () => {
    const { subject, chapters } = outline;
    expect(
      chapters.flatMap(({ id, cards }) => cards.map((card) => outlineHref(subject.id, id, card))),
    ).toEqual(['/sub/7?card=a', '/sub/7?card=b', '/sub/7?chapter=4&card=b', '/sub/7?card=c']);
    expect(chapterRows(outline).map(({ href }) => href)).toEqual([
      null,
      '/sub/7?card=a',
      null,
      '/sub/7?chapter=4&card=b',
    ]);
  });

  it('names the step by its title', () => {
    expect(at('b')?.previous?.title).toBe('Card a');
  });

  it('begins with the first card there is', () => {
    expect(at(null)).toMatchObject({ chapter: 1, card: 0, previous: null, next: { urlText: 'b' } });
  });

  it('steps over empty chapters, and through a card that stands in two', () => {
    expect(at('b')).toMatchObject({ chapter: 1, card: 1, next: { href: '/sub/7?chapter=4&card=b' } });
    expect(at('b', '4')).toMatchObject({ chapter: 3, card: 0, previous: { href: '/sub/7?card=b' } });
    expect(at('c')).toMatchObject({ chapter: 3, card: 1, next: null });
  });

  it('knows no place for a card that is not in it', () => {
    expect(at('z')).toBeUndefined();
    expect(
      findOutlinePosition({ ...outline, chapters: [] }, { card: null, chapterId: null }),
    ).toBeUndefined();
  });
});
