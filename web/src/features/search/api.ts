import type { FeedItemModel } from '@gyan/contract/feed.ts';
import type { PageQuery } from '#features/cards/api.ts';
import { cardText } from '#features/cards/card-view.ts';
import { type ContentView, contentView } from '#features/feed/feed-view.ts';
import { asMember } from '#features/session/as-member.ts';
import { previewWordCount } from '#features/tiles/text.ts';
import type { Api } from '#lib/api.ts';
import type { PageOf } from '#lib/use-pages.ts';
import { excerpt, typedWords } from './match.ts';

export const searchTabs = ['cards', 'chains', 'subjects', 'people'] as const;
export type SearchTab = (typeof searchTabs)[number];

export const searchTabOf = (text: string | null): SearchTab =>
  searchTabs.find((tab) => tab === text) ?? 'cards';

const types = { cards: 'post', chains: 'chapter', subjects: 'subject' } as const;

/** Replaces the preview of a card by the part that matches. */
function foundView(item: FeedItemModel, typed: readonly string[]): ContentView {
  const view = contentView(item);
  if (view.kind === 'card' && 'postModel' in item) {
    view.excerpt = excerpt(cardText(item.postModel), typed, previewWordCount);
  }
  return view;
}

export async function searchContent(
  api: Api,
  { q, tab }: { q: string; tab: Exclude<SearchTab, 'people'> },
  query: PageQuery,
): Promise<PageOf<ContentView>> {
  const input = { query: { q, types: types[tab], ...query } };
  const { feedItemModelVec, nextCursor = null } = await asMember(
    () => api('GET /r/searchfeed', input),
    () => api('GET /searchfeed', input),
  );
  const typed = typedWords(q);
  return { items: feedItemModelVec.map((item) => foundView(item, typed)), nextCursor };
}

export async function popularTags(api: Api): Promise<string[]> {
  const { tagModelVec } = await api('GET /tags', { query: { limit: 12 } });
  return tagModelVec.map(({ name }) => name);
}
