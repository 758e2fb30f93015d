import { pageSizes } from '@gyan/contract/limits.ts';
import { useCallback } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { readChain } from '#features/chains/api.ts';
import { ThingHero } from '#features/feed/ThingHero.tsx';
import { ThingList } from '#features/feed/ThingList.tsx';
import { CardMark } from '#features/marks/Marks.tsx';
import { api } from '#features/session/actions.ts';
import { apiContext } from '#lib/api.ts';
import type { HeadInput } from '#lib/page.ts';
import { EmptyState } from '#ui/EmptyState.tsx';

const limit = pageSizes.chain;

export const loader = ({ context, params }: LoaderFunctionArgs) =>
  readChain(context.get(apiContext), params.id ?? '', { limit });

export function head({ data: { chain, desc, cards } }: HeadInput<typeof loader>) {
  return {
    title: chain.title,
    description:
      desc ?? `A chain of cards by ${chain.owner.name}: ${cards.items.map((card) => card.title).join(', ')}`,
    canonical: chain.href,
    image: chain.photo?.specMap.lg ? { url: chain.photo.specMap.lg.url, alt: chain.title } : undefined,
    type: 'article' as const,
    jsonLd: {
      '@type': 'LearningResource',
      name: chain.title,
      author: { '@type': 'Person', name: chain.owner.name },
      datePublished: new Date(chain.createdAt).toISOString(),
      hasPart: cards.items.map((card) => ({ '@type': 'LearningResource', name: card.title })),
    },
  };
}

export function Page() {
  const { chain, desc, cards } = useLoaderData<typeof loader>();
  const loadMore = useCallback(
    async (cursor: string) => (await readChain(api, String(chain.id), { limit, cursor })).cards,
    [chain.id],
  );
  return (
    <>
      <ThingHero thing={chain} desc={desc} />
      {cards.items.length === 0 ? (
        <EmptyState mark={<CardMark />} title="No cards in this chain yet">
          Its maker is still collecting. Come back soon.
        </EmptyState>
      ) : (
        <ThingList
          key={chain.id}
          name={`chain ${chain.id}`}
          first={cards}
          load={loadMore}
          end="You have reached the end of this chain."
        />
      )}
    </>
  );
}
