import type { PostModel } from '@gyan/contract/cards.ts';
import { useNavigate } from 'react-router';
import { scheduleText } from '#features/publication/schedule.ts';
import { paths } from '#lib/paths.ts';
import { Link } from '#ui/Link.tsx';
import { queueToast } from '#ui/toast-queue.ts';

const hideAfter = 10_000;

/** Where Create leads to: the feed with a link to the card, or the drafts. */
export function useAfterPost() {
  const navigate = useNavigate();
  return {
    posted: async ({ title, urlText, visibility }: PostModel) => {
      queueToast({
        tone: 'success',
        hideAfter,
        text: (
          <>
            {visibility === 'unlisted'
              ? 'Your card is posted. Everybody with the link can read it: '
              : 'Your card is posted: '}
            <Link className="link" to={paths.card(urlText)}>
              {title}
            </Link>
          </>
        ),
      });
      await navigate(paths.feed);
    },
    scheduled: async ({ title, publishAt }: PostModel) => {
      if (publishAt != null) queueToast({ tone: 'success', text: `“${title}”: ${scheduleText(publishAt)}.` });
      await navigate(paths.myDrafts);
    },
    kept: async () => {
      await navigate(paths.myDrafts);
    },
  };
}
