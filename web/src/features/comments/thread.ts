import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#features/session/actions.ts';
import { queryKeys } from '#lib/query-keys.ts';
import type { PageOf } from '#lib/use-pages.ts';
import { type CommentView, commentPage } from './comment-view.ts';
import { olderPageSize } from './older-comments.ts';

/** The comments of one card, for one viewer. */
export interface ThreadOf {
  userId: number;
  cardId: number;
}

type Page = PageOf<CommentView>;
type Pages = InfiniteData<Page, string | undefined>;

const keyOf = ({ userId, cardId }: ThreadOf) => queryKeys.comments(userId, cardId);

const withoutAnswered = ({ answerTo: _answerTo, ...comment }: CommentView): CommentView => comment;

/** `first` came with the card, fetched at `at`. */
export function useThread(thread: ThreadOf, first: Page, at: number) {
  return useInfiniteQuery({
    queryKey: keyOf(thread),
    queryFn: async ({ pageParam, signal }) => {
      const query = { postId: thread.cardId, limit: olderPageSize, cursor: pageParam };
      const { commentModelVec, nextCursor } = await api('GET /r/comments', { query, signal });
      return commentPage(commentModelVec, nextCursor);
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    initialData: { pages: [first], pageParams: [undefined] },
    initialDataUpdatedAt: at,
  });
}

/** Writes the server's answer into the cache and cancels older requests, which would overwrite it. */
export function useThreadWrites(thread: ThreadOf) {
  const client = useQueryClient();
  const queryKey = keyOf(thread);
  const change = async (edit: (pages: Page[]) => Page[]) => {
    await client.cancelQueries({ queryKey });
    client.setQueryData<Pages>(
      queryKey,
      (previous) => previous && { ...previous, pages: edit(previous.pages) },
    );
  };
  const each = (edit: (items: CommentView[]) => CommentView[]) =>
    change((pages) => pages.map((page) => ({ ...page, items: edit(page.items) })));
  return {
    add: (comment: CommentView) =>
      change(([first, ...others]) =>
        first ? [{ ...first, items: [comment, ...first.items] }, ...others] : others,
      ),
    replace: (comment: CommentView) =>
      each((items) => items.map((item) => (item.id === comment.id ? comment : item))),
    /** Its answers stay, as comments of their own. */
    remove: (id: number) =>
      each((items) =>
        items
          .filter((item) => item.id !== id)
          .map((item) => (item.answerTo === id ? withoutAnswered(item) : item)),
      ),
  };
}
