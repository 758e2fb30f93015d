import type { AnswerOf, BodyOf } from '@gyan/contract/calls.ts';
import { pageSizes } from '@gyan/contract/limits.ts';
import type {
  FollowKind,
  FollowLevel,
  FollowModel,
  NoticeKind,
  NoticeModel,
} from '@gyan/contract/notices.ts';
import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { connectionFields } from '#features/connections/connection-state.ts';
import { api } from '#features/session/actions.ts';
import { loadAllPages } from '#lib/load-all-pages.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { snapshotQueries } from '#lib/snapshot-queries.ts';
import { announce } from '#ui/announcer.ts';
import { queueToast } from '#ui/toast-queue.ts';
import { noticeWasRead } from '../push-offer.ts';
import { setUnreadCount } from '../unread-count.ts';

/** How many the panel of the bell shows. */
export const panelSize = 8;

/** With a connection request, its sender gets the request's state, so that the request can be accepted. */
function withRequest(notice: NoticeModel): NoticeModel {
  const { connectionReqId, actorVec } = notice;
  if (connectionReqId === undefined) return notice;
  const received = connectionFields('received', connectionReqId);
  return { ...notice, actorVec: actorVec.map((actor) => Object.assign({}, actor, received)) };
}

export const notices = (userId: number, kind?: NoticeKind) =>
  infiniteQueryOptions({
    queryKey: queryKeys.notices(userId, kind ?? 'all'),
    queryFn: async ({ pageParam, signal }) => {
      const page = await api('GET /r/notices', {
        query: { kind, limit: pageSizes.notices, cursor: pageParam },
        signal,
      });
      setUnreadCount(page.unreadCount);
      return { ...page, noticeModelVec: page.noticeModelVec.map(withRequest) };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
  });

type Pages = InfiniteData<AnswerOf<'GET /r/notices'>, string | undefined>;

/** All notices, or one of them, as read. */
const readIn = (data: Pages, noticeId: number | undefined): Pages => ({
  ...data,
  pages: data.pages.map((page) => ({
    ...page,
    noticeModelVec: page.noticeModelVec.map((notice) =>
      noticeId === undefined || notice.noticeId === noticeId ? { ...notice, unread: false } : notice,
    ),
  })),
});

/** Marks one notice, or all, as read: at once in every list, taken back when the server refuses. */
export function useMarkRead(userId: number) {
  const client = useQueryClient();
  const queryKey = queryKeys.notices(userId);
  return useMutation({
    mutationFn: (noticeId: number | undefined) =>
      api('PUT /r/notices_seen', { body: noticeId === undefined ? { all: true } : { noticeId } }),
    onMutate: async (noticeId) => {
      const restore = await snapshotQueries(client, queryKey);
      client.setQueriesData<Pages>({ queryKey }, (data) => data && readIn(data, noticeId));
      return restore;
    },
    onSuccess: ({ unreadCount }, noticeId) => {
      setUnreadCount(unreadCount);
      noticeWasRead();
      if (noticeId === undefined) announce('All notices are marked as read.');
    },
    onError: (error, noticeId, restore) => {
      restore?.();
      void client.invalidateQueries({ queryKey });
      // Opening a notice that has vanished still leads to its place.
      if (noticeId === undefined)
        queueToast({ tone: 'danger', text: `Your notices stay unread. ${error.message}` });
    },
  });
}

export interface Followed {
  kind: FollowKind;
  id: number;
}

export const follows = (userId: number) =>
  queryOptions({
    queryKey: queryKeys.follows(userId),
    queryFn: ({ signal }) =>
      loadAllPages(
        (cursor) => api('GET /r/follows', { query: { cursor }, signal }),
        ({ followVec }) => followVec,
      ),
    staleTime: 5 * 60_000,
  });

/** How the viewer follows one user, topic or content item. */
export const followLevel = (userId: number, { kind, id }: Followed) =>
  queryOptions({
    queryKey: queryKeys.followLevel(userId, kind, id),
    queryFn: async ({ signal }): Promise<FollowLevel> => {
      const { followVec } = await api('GET /r/follows', { query: { kind, id, limit: 1 }, signal });
      return followVec[0]?.level ?? 'none';
    },
    staleTime: 5 * 60_000,
  });

interface FollowChange extends Followed {
  level: FollowLevel;
  title: string;
}

const doneTexts: Record<FollowLevel, (title: string) => string> = {
  all: (title) => `You follow ${title}.`,
  digest: (title) => `You follow ${title} without pushes.`,
  none: (title) => `You no longer follow ${title}.`,
};

/** Optimistic update, taken back when the server refuses. */
export function useFollow(userId: number) {
  const client = useQueryClient();
  const set = (change: FollowChange) => {
    client.setQueryData(followLevel(userId, change).queryKey, (before) => before && change.level);
    client.setQueryData(follows(userId).queryKey, (before) => before && withFollow(before, change));
  };
  return useMutation({
    mutationFn: ({ kind, id, level }: FollowChange) => api('PUT /r/follow', { body: { kind, id, level } }),
    onMutate: async (change) => {
      const restore = await snapshotQueries(client, queryKeys.allFollows(userId));
      set(change);
      return restore;
    },
    onSuccess: ({ level }, change) => {
      set({ ...change, level });
      announce(doneTexts[level](change.title));
    },
    onError: (error, { title }, restore) => {
      restore?.();
      void client.invalidateQueries({ queryKey: queryKeys.allFollows(userId) });
      queueToast({ tone: 'danger', text: `Nothing has changed for ${title}. ${error.message}` });
    },
  });
}

function withFollow(list: readonly FollowModel[], { kind, id, level, title }: FollowChange): FollowModel[] {
  const others = list.filter((follow) => follow.kind !== kind || follow.id !== id);
  return level === 'none' ? others : [{ kind, id, level, title }, ...others];
}

export const mutes = (userId: number) =>
  queryOptions({
    queryKey: queryKeys.mutes(userId),
    queryFn: ({ signal }) =>
      loadAllPages(
        (cursor) => api('GET /r/mutes', { query: { cursor }, signal }),
        ({ userModelVec }) => userModelVec,
      ),
  });

interface MuteChange {
  userId: number;
  name: string;
  muted: boolean;
}

export function useMute(viewerId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, muted }: MuteChange) => api('PUT /r/mute', { body: { userId, muted } }),
    onSuccess: async ({ muted }, { name }) => {
      announce(muted ? `${name} is muted.` : `${name} is no longer muted.`);
      // What the user did appears or vanishes in both.
      void client.invalidateQueries({ queryKey: queryKeys.feed(viewerId) });
      void client.invalidateQueries({ queryKey: queryKeys.notices(viewerId) });
      await client.invalidateQueries({ queryKey: queryKeys.mutes(viewerId) });
    },
    onError: (error, { name, muted }) =>
      queueToast({
        tone: 'danger',
        text: `${name} is ${muted ? 'not' : 'still'} muted. ${error.message}`,
      }),
  });
}

export const noticeSettings = (userId: number) =>
  queryOptions({
    queryKey: queryKeys.noticeSettings(userId),
    queryFn: async ({ signal }) => (await api('GET /r/notice_settings', { signal })).settings,
  });

type SettingsChange = BodyOf<'PUT /r/notice_settings'>;

type Settings = AnswerOf<'GET /r/notice_settings'>['settings'];

function withChange(settings: Settings, { digest, kinds = {} }: SettingsChange): Settings {
  const changed = Object.entries(kinds).map(([kind, channels]) => [
    kind,
    { ...settings.kinds[kind as NoticeKind], ...channels },
  ]);
  return {
    ...settings,
    digest: digest ?? settings.digest,
    kinds: { ...settings.kinds, ...Object.fromEntries(changed) },
  };
}

/** Optimistic update of one switch. The answer counts only when no other change is on its way. */
export function useChangeSettings(userId: number) {
  const client = useQueryClient();
  const { queryKey } = noticeSettings(userId);
  const mutationKey = queryKey;
  return useMutation({
    mutationKey,
    mutationFn: (body: SettingsChange) => api('PUT /r/notice_settings', { body }),
    onMutate: async (change) => {
      const restore = await snapshotQueries(client, queryKey);
      client.setQueryData<Settings>(queryKey, (before) => before && withChange(before, change));
      return restore;
    },
    onSuccess: ({ settings }) => {
      if (client.isMutating({ mutationKey }) === 1) client.setQueryData(queryKey, settings);
    },
    onError: (error, _, restore) => {
      restore?.();
      void client.invalidateQueries({ queryKey });
      queueToast({ tone: 'danger', text: `That was not saved. ${error.message}` });
    },
  });
}
