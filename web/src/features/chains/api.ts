import type { PageQuery } from '#features/cards/api.ts';
import { cardView, originalOf } from '#features/cards/card-view.ts';
import { asMember } from '#features/session/as-member.ts';
import type { Api } from '#lib/api.ts';
import { paths } from '#lib/paths.ts';
import type { PageOf } from '#lib/use-pages.ts';
import { type ChainView, chainView } from './chain-view.ts';

export async function listTrendingChains(api: Api, query: PageQuery): Promise<PageOf<ChainView>> {
  const { chapterModelVec, nextCursor = null } = await asMember(
    () => api('GET /r/chapters', { query: { ...query, trending: true } }),
    () => api('GET /chapters', { query }),
  );
  return { items: chapterModelVec.map(chainView), nextCursor };
}

/** A chain and a page of its cards. */
export async function readChain(api: Api, id: string, query: PageQuery) {
  const { chapterModel, nextCursor = null } = await api('GET /chapter', { query: { id, ...query } });
  const posts = (chapterModel.feedItemModelVec ?? []).map(({ postModel }) => postModel);
  const cards = posts.map((post) =>
    Object.assign(cardView(post), { href: paths.card(post.urlText, `ch-${chapterModel.id}`) }),
  );
  const [first] = posts;
  return {
    chain: chainView(chapterModel),
    desc: chapterModel.desc ?? null,
    original: chapterModel.remixOf ? originalOf(chapterModel.remixOf) : undefined,
    cards: { items: cards, nextCursor },
    /** The licence of these cards, if all have the same. */
    license: posts.every((post) => post.license === first?.license) ? (first?.license ?? null) : null,
    /** The chain's first card. */
    start: first ? paths.chain(chapterModel.id, first.urlText) : null,
  };
}

/** The viewer's own and saved chains, in the viewer's order. */
export async function listMyChains(api: Api, query: PageQuery): Promise<PageOf<ChainView>> {
  const { chapterModelVec, nextCursor = null } = await api('GET /r/chapters', { query });
  return { items: chapterModelVec.map(chainView), nextCursor };
}
