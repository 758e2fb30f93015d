import type { PostModel } from '@gyan/contract/cards.ts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type CommentView, commentPage } from '#features/comments/comment-view.ts';
import { api } from '#features/session/actions.ts';
import type { PageOf } from '#lib/use-pages.ts';

/** A card as one person sees it: what goes beyond the page that everybody gets. */
export interface SeenCard
  extends Pick<
    PostModel,
    'title' | 'text' | 'htmlDesc' | 'tagsText' | 'altText' | 'likeCount' | 'commentCount'
  > {
  locked: boolean;
  great: boolean;
  /** Its address in the size that forms show; empty when there is none. */
  picture: string;
  likedByViewer: boolean;
  can: NonNullable<PostModel['can']>;
  comments: PageOf<CommentView>;
}

/** Whose view of which card. */
export interface CardSight {
  userId: number;
  cardId: number;
}

const nothing = { edit: false, delete: false, lock: false, rate: false, comment: false, like: false };

async function readSeenCard(postId: number, signal: AbortSignal): Promise<SeenCard> {
  const {
    postModel: post,
    commentModelVec,
    commentCursor,
    likedByViewer,
  } = await api('GET /r/post', {
    query: { postId: String(postId) },
    signal,
  });
  return {
    ...post,
    great: post.quality === 'kQualityGreat',
    picture: post.photoModelVec[0]?.specMap.sm.url ?? '',
    likedByViewer: likedByViewer ?? post.likedByViewer ?? false,
    can: post.can ?? nothing,
    comments: commentPage(commentModelVec, commentCursor),
  };
}

const seenCard = ({ userId, cardId }: CardSight) =>
  queryOptions({
    queryKey: ['card', userId, cardId],
    queryFn: ({ signal }) => readSeenCard(cardId, signal),
  });

export const useSeenCard = (sight: CardSight) => useQuery(seenCard(sight));

/** Puts in what the server has answered; `again` asks how the card stands now. */
export function useSeenCardWrites(sight: CardSight) {
  const client = useQueryClient();
  const { queryKey } = seenCard(sight);
  return {
    put: (facts: Partial<SeenCard>) => {
      // An answer that was asked for before this one would bring the past back.
      void client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (was) => was && { ...was, ...facts });
    },
    again: () => client.invalidateQueries({ queryKey }),
  };
}
