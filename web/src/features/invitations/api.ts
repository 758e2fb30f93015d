import type { AnswerOf } from '@gyan/contract/calls.ts';
import { type InfiniteData, infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#features/session/actions.ts';
import { currentSession } from '#features/session/store.ts';
import { peopleKey } from '#features/users/lazy/people-cache.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { announce } from '#ui/announcer.ts';
import { queueToast } from '#ui/toast-queue.ts';

const limit = 20;

const paging = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }: { nextCursor?: string | null | undefined }) => nextCursor ?? undefined,
};

const contactsKey = () => queryKeys.contacts(currentSession()?.userModel.userId ?? 0);

export const emailSuggestions = () =>
  infiniteQueryOptions({
    queryKey: contactsKey(),
    queryFn: ({ pageParam, signal }) =>
      api('GET /r/emailsuggestions', { query: { limit, cursor: pageParam }, signal }),
    ...paging,
  });

export const userSuggestions = () =>
  infiniteQueryOptions({
    queryKey: peopleKey('suggestions'),
    queryFn: ({ pageParam, signal }) =>
      api('GET /r/usersuggestions', { query: { limit, cursor: pageParam }, signal }),
    ...paging,
  });

type Suggestions = InfiniteData<AnswerOf<'GET /r/emailsuggestions'>, string | undefined>;

const withInvited = (lists: Suggestions | undefined, emailId: string, invited: boolean) =>
  lists && {
    ...lists,
    pages: lists.pages.map((page) => ({
      ...page,
      emailSuggestionModelVec: page.emailSuggestionModelVec.map((one) =>
        one.emailId === emailId ? { ...one, invited } : one,
      ),
    })),
  };

/** Optimistic update, rolled back with the reason when the server refuses. */
export function useInvitation() {
  const client = useQueryClient();
  const setInvited = (emailId: string, invited: boolean) =>
    client.setQueryData<Suggestions>(contactsKey(), (lists) => withInvited(lists, emailId, invited));
  return useMutation({
    mutationFn: (emailId: string) => api('POST /r/invite', { body: { emailId } }),
    onMutate: (emailId) => {
      setInvited(emailId, true);
    },
    onSuccess: (_, emailId) => {
      announce(`${emailId} is invited.`);
      void client.invalidateQueries({ queryKey: peopleKey('sent') });
    },
    onError: (error, emailId) => {
      setInvited(emailId, false);
      queueToast({ tone: 'danger', text: `${emailId} was not invited. ${error.message}` });
    },
  });
}

/** Invalidates the lists that depend on the contacts. */
export function useContactsChanged() {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: contactsKey() });
    void client.invalidateQueries({ queryKey: peopleKey('suggestions') });
  };
}

export function useDeleteContacts() {
  const changed = useContactsChanged();
  return useMutation({
    mutationFn: () => api('DELETE /r/contacts'),
    onSuccess: () => {
      queueToast({ tone: 'success', text: 'Your contacts are forgotten.' });
      changed();
    },
    onError: (error) =>
      queueToast({ tone: 'danger', text: `Your contacts are still here. ${error.message}` }),
  });
}
