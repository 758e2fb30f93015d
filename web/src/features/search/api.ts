import type { FeedItemModel } from '@gyan/contract/feed.ts';
import { mostCounted } from '@gyan/contract/limits.ts';
import type { SearchCountModel } from '@gyan/contract/search.ts';
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

/** What each tab would show; `50+` where the server stopped counting. */
export type SearchCounts = Partial<Record<SearchTab, number | string>>;

function countsOf({ post, chapter, subject, user }: SearchCountModel): SearchCounts {
  const text = (count: number) => (count < mostCounted ? count : `${mostCounted}+`);
  return {
    cards: text(post),
    chains: text(chapter),
    subjects: text(subject),
    ...(user === undefined ? {} : { people: text(user) }),
  };
}

export async function searchContent(
  api: Api,
  { q, tab }: { q: string; tab: Exclude<SearchTab, 'people'> },
  query: PageQuery & { counts?: boolean },
): Promise<PageOf<ContentView> & { counts?: SearchCounts }> {
  const input = { query: { q, types: types[tab], ...query } };
  const {
    feedItemModelVec,
    nextCursor = null,
    countModel,
  } = await asMember(
    () => api('GET /r/searchfeed', input),
    () => api('GET /searchfeed', input),
  );
  const typed = typedWords(q);
  const items = feedItemModelVec.map((item) => foundView(item, typed));
  return { items, nextCursor, ...(countModel && { counts: countsOf(countModel) }) };
}

export async function popularTags(api: Api): Promise<string[]> {
  const { tagModelVec } = await api('GET /tags', { query: { limit: 12 } });
  return tagModelVec.map(({ name }) => name);
}
