import type { AnswerOf } from '@gyan/contract/calls.ts';
import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { changeEntity } from '#features/entities/store.ts';
import { api } from '#features/session/actions.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { chainChoices } from './api.ts';

type Choices = InfiniteData<AnswerOf<'GET /r/chain_choices'>, string | undefined>;

interface Membership {
  chainId: number;
  contains: boolean;
}

/** The choices after the card was added to a chain or taken out of it. */
export const withMembership = (choices: Choices, { chainId, contains }: Membership): Choices => ({
  ...choices,
  pages: choices.pages.map((page) => ({
    ...page,
    chainChoiceVec: page.chainChoiceVec.map((choice) =>
      choice.id === chainId && choice.contains !== contains
        ? { ...choice, contains, postCount: choice.postCount + (contains ? 1 : -1) }
        : choice,
    ),
  })),
});

/**
 * Puts a card into a chain or takes it out, with an optimistic update. Changes are sent one after the other. The page,
 * which may list the chains of the card, is loaded again after the component unmounts.
 */
export function useMembership(userId: number, cardId: number) {
  const client = useQueryClient();
  const { queryKey } = chainChoices(userId, cardId);
  const mutationKey = queryKey;
  const { revalidate } = useRevalidator();
  const isOpen = useRef(true);
  const hasChanged = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      if (hasChanged.current) void revalidate();
    };
  }, [revalidate]);
  const show = (membership: Membership) =>
    client.setQueryData<Choices>(queryKey, (choices) => choices && withMembership(choices, membership));
  return useMutation({
    mutationKey,
    scope: { id: `chains of card ${cardId}` },
    mutationFn: async ({ chainId, contains }: Membership) => {
      const body = { postId: cardId, chapterId: chainId };
      await api(contains ? 'PUT /r/link_chapter_post' : 'PUT /r/unlink_chapter_post', { body });
    },
    onMutate: (membership) => {
      void client.cancelQueries({ queryKey });
      show(membership);
    },
    onSuccess: (_, { chainId, contains }) => {
      // A change before this one may have been refused meanwhile.
      show({ chainId, contains });
      const choice = client
        .getQueryData<Choices>(queryKey)
        ?.pages.flatMap((page) => page.chainChoiceVec)
        .find(({ id }) => id === chainId);
      if (choice) changeEntity({ kind: 'chain', id: chainId }, { postCount: choice.postCount });
      void client.invalidateQueries({ queryKey: queryKeys.chain(userId, String(chainId)) });
      void client.invalidateQueries({ queryKey: queryKeys.chainCards(userId, chainId) });
      hasChanged.current = true;
      if (!isOpen.current) void revalidate();
    },
    onError: (_, { chainId, contains }) => {
      show({ chainId, contains: !contains });
      // An answer without the waiting changes would undo them on the screen.
      if (client.isMutating({ mutationKey }) === 1) void client.invalidateQueries({ queryKey });
    },
  });
}
