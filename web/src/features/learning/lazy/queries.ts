import { queryOptions } from '@tanstack/react-query';
import { api } from '#features/session/actions.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { reviewOutbox } from './review-outbox.ts';

/** Answers that wait are sent first: the server would otherwise ask for the same cards again. */
export const reviewSession = (userId: number) =>
  queryOptions({
    queryKey: queryKeys.reviewSession(userId),
    queryFn: async () => {
      await reviewOutbox(userId).flush();
      return api('GET /r/review_session');
    },
    // A session goes on until it is done; it is not changed under the user.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const learningOverview = (userId: number) =>
  queryOptions({
    queryKey: queryKeys.learning(userId),
    queryFn: async () => {
      await reviewOutbox(userId).flush();
      return api('GET /r/learning');
    },
    staleTime: 0,
  });

export const learningForecast = (userId: number) =>
  queryOptions({
    queryKey: queryKeys.learningForecast(userId),
    queryFn: () => api('GET /r/learning_forecast'),
  });
