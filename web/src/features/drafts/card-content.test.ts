import type { PostModel } from '@gyan/contract/cards.ts';
import { describe, expect, it } from 'vitest';
import {
  changesBetween,
  contentOf,
  createForm,
  differingFields,
  editForm,
  emptyContent,
  hasContent,
} from './card-content.ts';

const cut = 'data:image/png;base64,AA';

const stored = (fields: Partial<PostModel> = {}) =>
  ({
    id: 7,
    type: 'kCustom',
    title: 'Light',
    license: 'cc-by',
    photoModelVec: [{ specMap: { sm: { url: '/media/sm' }, md: { url: '/media/md' } } }],
    ...fields,
  }) as unknown as PostModel;

describe('the content of a card', () => {
  it('is sent for a new card without empty fields, and without what stays in the browser', () => {
    const form = createForm('kCustom', { ...emptyContent, title: 'Light', picture: cut, prompt: 'Why?' });
    expect([...form]).toEqual([
      ['postType', 'kCustom'],
      ['title', 'Light'],
      ['photoBase64', cut],
    ]);
  });

  it('is sent for an edit with what was emptied', () => {
    const before = { ...emptyContent, title: 'Light', tagsText: 'optics', picture: '/media/md' };
    const changes = changesBetween(before, {
      ...before,
      tagsText: '',
      picture: '',
      address: 'https://a.example',
    });
    expect([...editForm(changes)]).toEqual([
      ['tagsText', ''],
      ['photoBase64', ''],
    ]);
  });

  it('is there when something can be read or seen', () => {
    expect(hasContent({ ...emptyContent, license: 'cc0', htmlDesc: '<p> </p>', prompt: 'Why?' })).toBe(false);
    expect(hasContent({ ...emptyContent, htmlDesc: '<p>Light</p>' })).toBe(true);
    expect(hasContent({ ...emptyContent, picture: cut })).toBe(true);
  });

  it('of a stored draft shows its text in the editor that wrote it', () => {
    const rich = contentOf(stored({ text: 'Light', htmlDesc: '<p>Light</p>' }));
    expect(rich).toMatchObject({ statusText: '', htmlDesc: '<p>Light</p>', picture: '/media/md' });
    const video = contentOf(
      stored({ type: 'kVideo', embedVideoUrl: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ' }),
    );
    // The picture of a video is not its author's.
    expect(video).toMatchObject({ picture: '', thumbnailUrl: '/media/md' });
    expect(video.embedVideoUrl).toBe('https://www.youtube.com/watch?v=dQw4w9WgXcQ');
  });

  it('is the same after the server tidied it', () => {
    const typed = {
      ...emptyContent,
      title: ' Why  light bends ',
      htmlDesc: '<p>Slower\n in <em>glass</em></p>',
      tagsText: '#Light, optics',
      picture: cut,
    };
    const tidied = {
      ...typed,
      title: 'Why light bends',
      htmlDesc: '<p>Slower in <em>glass</em></p>',
      tagsText: 'light optics',
      picture: '/media/md',
      license: 'all-rights',
    };
    expect(differingFields(typed, tidied)).toEqual([]);
    expect(differingFields(typed, { ...tidied, source: 'A book' })).toEqual(['source']);
  });
});
