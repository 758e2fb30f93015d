import { expect, it } from 'vitest';
import { cardFormData } from './publish.ts';

it('a card is sent with what was filled in and nothing else', () => {
  const form = cardFormData({
    postType: 'kCustom',
    title: 'Light',
    statusText: '',
    htmlDesc: undefined,
    altText: null,
    postAsUserId: 7,
  });
  expect([...form]).toEqual([
    ['postType', 'kCustom'],
    ['title', 'Light'],
    ['postAsUserId', '7'],
  ]);
});
