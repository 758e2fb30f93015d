import type { LikeState } from '@gyan/contract/likes.ts';
import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { LikeButton } from '#features/likes/LikeButton.tsx';
import { setLiked, shownLikes, useLikeWish } from '#features/likes/like-queue.ts';
import { useViewer } from '#features/session/store.ts';
import { ApiProblem } from '#lib/api-problem.ts';
import type { PageOf } from '#lib/use-pages.ts';
import { queueToast } from '#ui/toast-queue.ts';
import type { MemberFeedView } from './api.ts';
import { memberFeed } from './member-feed.ts';

/** Likes a thing where it stands in the feed; the list remembers what the server said. */
export function FeedLike({ thing }: { thing: MemberFeedView }) {
  const viewer = useViewer();
  const userId = viewer.status === 'in' ? viewer.user.userId : 0;
  const client = useQueryClient();
  const wish = useLikeWish(thing);
  const truth = { likedByViewer: thing.liked, likeCount: thing.likeCount ?? 0 };
  const { likedByViewer: liked } = shownLikes(truth, wish);

  const remember = ({ likedByViewer, likeCount }: LikeState) => {
    client.setQueryData<InfiniteData<PageOf<MemberFeedView>>>(
      memberFeed(userId).queryKey,
      (feed) =>
        feed && {
          ...feed,
          pages: feed.pages.map((page) => ({
            ...page,
            items: page.items.map((item) =>
              item.kind === thing.kind && item.id === thing.id
                ? Object.assign({ ...item }, { liked: likedByViewer, likeCount })
                : item,
            ),
          })),
        },
    );
  };
  const toggle = async () => {
    try {
      await setLiked(thing, !liked, remember);
    } catch (error) {
      const reason = error instanceof ApiProblem ? error.detail : 'Please try again.';
      queueToast({
        tone: 'danger',
        text: `${liked ? 'Your like was not taken back.' : 'Your like did not arrive.'} ${reason}`,
      });
    }
  };
  return <LikeButton liked={liked} onToggle={() => void toggle()} />;
}
