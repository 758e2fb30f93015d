import type { PostModel } from '@gyan/contract/cards.ts';
import { useNavigate } from 'react-router';
import { paths } from '#lib/paths.ts';
import { Link } from '#ui/Link.tsx';
import { useToast } from '#ui/toast-context.ts';

const hideAfter = 10_000;

/** After a card is posted: opens the feed with a toast that links to the card. */
export function useAfterPost() {
  const toast = useToast();
  const navigate = useNavigate();
  return async ({ title, urlText }: PostModel) => {
    toast({
      tone: 'success',
      hideAfter,
      text: (
        <>
          Your card is posted:{' '}
          <Link className="link" to={paths.card(urlText)}>
            {title}
          </Link>
        </>
      ),
    });
    await navigate(paths.feed);
  };
}
