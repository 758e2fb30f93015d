import './account.css';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#features/session/actions.ts';
import { updateUser } from '#features/session/store.ts';
import { paths } from '#lib/paths.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { Button } from '#ui/Button.tsx';
import { Link } from '#ui/Link.tsx';
import { queueToast } from '#ui/toast-queue.ts';

/** The card at the top of the user's profile, with a button to unpin it. */
export function PinnedCard({ cardId }: { cardId: number }) {
  const { data: card } = useQuery({
    queryKey: queryKeys.pinnedCard(cardId),
    queryFn: async () => (await api('GET /r/post', { query: { postId: String(cardId) } })).postModel,
  });
  const [busy, setBusy] = useState(false);
  const unpin = async () => {
    setBusy(true);
    try {
      const { userModel } = await api('PUT /r/updatepinnedpost', { body: { postId: null } });
      updateUser(userModel);
      queueToast({ tone: 'success', text: 'No card is pinned to your profile now.' });
    } catch (error) {
      setBusy(false);
      queueToast({ tone: 'danger', text: error instanceof Error ? error.message : 'Please try again.' });
    }
  };
  return (
    <div className="pinned-card">
      <p>
        Pinned to your profile:{' '}
        {card && (
          <Link className="link" to={paths.card(card.urlText)}>
            {card.title}
          </Link>
        )}
      </p>
      <Button size="sm" busy={busy} onClick={() => void unpin()}>
        Unpin
      </Button>
    </div>
  );
}
