import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import type { CardView } from '#features/cards/card-view.ts';
import { markRemoved } from '#features/entities/store.ts';
import { ContentGrid } from './ContentGrid.tsx';

const card = (id: number, title: string): CardView => ({
  kind: 'card',
  id,
  title,
  href: `/pd/${id}`,
  type: 'kCustom',
  aiModelName: null,
  previewText: '',
  photo: null,
  owner: { name: 'Meera', href: '/profile/1', photoUrl: null },
  createdAt: 0,
  likeCount: 0,
  commentCount: 0,
  great: undefined,
  visibility: undefined,
});

it('leaves out what the viewer deleted after the list was loaded', () => {
  const items = [card(1, 'Dew'), card(2, 'Fern')];
  const element = <ContentGrid items={items} hasMore={false} busy={false} onLoad={() => undefined} />;
  const markup = () =>
    renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />);
  expect(markup()).toContain('Dew');
  markRemoved({ kind: 'card', id: 1 });
  expect(markup()).not.toContain('Dew');
  expect(markup()).toContain('Fern');
});
