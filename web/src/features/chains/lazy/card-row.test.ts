import type { PostModel } from '@gyan/contract/cards.ts';
import { expect, test } from 'vitest';
import { cardRow } from './card-row.ts';

const row = (more: Partial<PostModel>) =>
  cardRow({
    id: 7,
    title: 'Moss',
    urlText: 'moss-7',
    visibility: 'public',
    photoModelVec: [],
    ownerModel: { firstName: 'Meera', lastName: 'Nair' },
    ...more,
  } as PostModel);

test('a card leads to its page', () => {
  expect(row({})).toMatchObject({ title: 'Moss', href: '/pd/moss-7', note: 'Meera Nair' });
});

test('a draft has no page and leads to its editor', () => {
  expect(row({ visibility: 'draft', title: '' })).toMatchObject({
    title: 'Untitled draft',
    href: '/cp?draft=7',
    note: 'Draft · Meera Nair',
  });
});
