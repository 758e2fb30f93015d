import type { ChapterModel } from '@gyan/contract/chains.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#features/session/actions.ts';
import { allPages } from '#lib/all-pages.ts';

/** All of a person's chains, in their order. */
export const myChains = (userId: number) =>
  queryOptions({
    queryKey: ['my chains', userId],
    queryFn: async ({ signal }): Promise<ChapterModel[]> => {
      const pages = await allPages((cursor) =>
        api('GET /r/chapters', { query: { limit: 200, cursor }, signal }),
      );
      return pages.flatMap(({ chapterModelVec }) => chapterModelVec);
    },
    // What is edited here may have been edited elsewhere.
    staleTime: 0,
  });

/** A chain with all of its cards, as one person sees it. */
export const seenChain = (userId: number, chainId: string | number) =>
  queryOptions({
    queryKey: ['chain', userId, String(chainId)],
    queryFn: async ({ signal }): Promise<ChapterModel> => {
      const [first, ...others] = await allPages((cursor) =>
        api('GET /r/chapter', { query: { id: String(chainId), limit: 200, cursor }, signal }),
      );
      const chain = first?.chapterModel as ChapterModel;
      const more = others.flatMap(({ chapterModel }) => chapterModel.feedItemModelVec ?? []);
      return { ...chain, feedItemModelVec: [...(chain.feedItemModelVec ?? []), ...more] };
    },
    staleTime: 0,
  });
