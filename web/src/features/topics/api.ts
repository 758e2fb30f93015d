import type { TopicModel } from '@gyan/contract/topics.ts';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#features/session/actions.ts';
import { loadAllPages } from '#lib/load-all-pages.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useRankedList } from '#lib/use-ranked-list.ts';

const pageSize = 200;

/** The topics a user follows, in editable order. */
export function useMyTopics(userId: number) {
  const client = useQueryClient();
  /** The feed has other cards now. */
  const withNewFeed = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    await answer;
    client.removeQueries({ queryKey: queryKeys.feed(userId), type: 'inactive' });
    return answer;
  };
  return useRankedList<TopicModel>({
    queryKey: queryKeys.myTopics(userId),
    load: (signal) =>
      loadAllPages(
        (cursor) => api('GET /r/topics', { query: { limit: pageSize, cursor }, signal }),
        ({ topicModelVec }) => topicModelVec,
      ),
    link: (topicId, topicRank) =>
      withNewFeed(api('PUT /r/link_user_topic', { body: { userId, topicId, topicRank } })),
    unlink: (topicId) => withNewFeed(api('PUT /r/unlink_user_topic', { body: { userId, topicId } })),
    nameOf: ({ name }) => name,
  });
}

export type MyTopics = ReturnType<typeof useMyTopics>;

const limit = 50;

/** Topics by name; `retired` includes retired topics, for admins. */
export const topicsNamed = (userId: number, q: string, retired = false) =>
  infiniteQueryOptions({
    queryKey: queryKeys.topics(userId, q, retired),
    queryFn: ({ pageParam, signal }) =>
      api('GET /r/topics', {
        query: { all: true, q: q || undefined, retired: retired || undefined, limit, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
  });

/** Call it after a topic was created or changed. */
export function useTopicsChanged() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: queryKeys.allTopics() });
}

/** Retires a topic or offers it again. */
export function useRetirement() {
  const changed = useTopicsChanged();
  return useMutation({
    mutationFn: async ({ topic: { id }, retired }: { topic: TopicModel; retired: boolean }) => {
      if (retired) {
        await api('DELETE /r/topic', { query: { topicId: id } });
        return;
      }
      const form = new FormData();
      form.set('topicId', String(id));
      form.set('retired', 'false');
      await api('PUT /r/topic', { body: form });
    },
    onSuccess: changed,
  });
}
