import type { PostModel } from '@gyan/contract/cards.ts';
import type { Visibility } from '@gyan/contract/visibility.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Lock, LockOpen, Pencil, Pin, PinOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { changeEntity, markRemoved } from '#features/entities/store.ts';
import { hiddenNote } from '#features/moderation/lazy-parts.ts';
import { api } from '#features/session/actions.ts';
import { updateUser, useMember } from '#features/session/store.ts';
import { reasonOf } from '#lib/api-problem.ts';
import { paths } from '#lib/paths.ts';
import { QueryScope } from '#lib/QueryScope.tsx';
import { queryKeys } from '#lib/query-keys.ts';
import { announce } from '#ui/announcer.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Tag } from '#ui/Tag.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import { EditCard, type EditParts } from './EditCard.tsx';
import { QualityButtons } from './QualityButtons.tsx';
import { readViewerCard } from './viewer-card.ts';

interface ControlProps {
  userId: number;
  card: PostModel;
}

/** Actions of the card's owner and of admins, as the server permits. */
export function CardControls({ userId, card, ...parts }: ControlProps & EditParts) {
  const { edit, delete: mayDelete, lock, rate } = card.can ?? {};
  return (
    <div className="card-controls">
      {card.moderation && (
        <hiddenNote.Component
          noun="card"
          moderation={card.moderation}
          isOwn={card.ownerModel.userId === userId}
        />
      )}
      {(edit || mayDelete) && (
        <QueryScope>
          <OwnerControls userId={userId} card={card} {...parts} />
        </QueryScope>
      )}
      {card.ownerModel.userId === userId && <PinControl cardId={card.id} />}
      {lock && <LockControl card={card} />}
      {rate && <QualityControl card={card} />}
    </div>
  );
}

function OwnerControls({ userId, card, ...parts }: ControlProps & EditParts) {
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const [deleting, setDeleting] = useState(false);
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const client = useQueryClient();
  /** Lists that were loaded before still contain the card. */
  const forgetLists = () => {
    client.removeQueries({ queryKey: queryKeys.feed(userId) });
    void client.invalidateQueries({ refetchType: 'none' });
  };

  const remove = async () => {
    setDeleting(true);
    try {
      await api('DELETE /r/post', { query: { postId: card.id } });
      markRemoved({ kind: 'card', id: card.id });
      forgetLists();
      await navigate(paths.feed);
      queueToast({ tone: 'success', text: `“${card.title}” is deleted.` });
    } catch (error) {
      setDeleting(false);
      setOpen(undefined);
      queueToast({ tone: 'danger', text: `“${card.title}” was not deleted. ${reasonOf(error)}` });
      await readViewerCard(card.id).catch(() => undefined);
    }
  };

  const saved = async (visibility: Visibility) => {
    setOpen(undefined);
    if (visibility === 'draft') {
      forgetLists();
      // A draft has no page.
      await navigate(paths.myDrafts);
      queueToast({ tone: 'success', text: `“${card.title}” is a draft again.` });
      return;
    }
    queueToast({ tone: 'success', text: 'Your changes are saved.' });
    // The loader sets the document title.
    await revalidate();
  };

  return (
    <>
      {card.can?.edit && (
        <Button icon={<Pencil size={18} aria-hidden="true" />} onClick={() => setOpen('edit')}>
          Edit
        </Button>
      )}
      {card.can?.delete && (
        <Button icon={<Trash2 size={18} aria-hidden="true" />} onClick={() => setOpen('delete')}>
          Delete
        </Button>
      )}
      {open === 'edit' && (
        <EditCard
          userId={userId}
          card={card}
          {...parts}
          onSaved={(visibility) => void saved(visibility)}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'delete' && (
        <ConfirmDialog
          open
          danger
          busy={deleting}
          title={`Delete “${card.title}”?`}
          description="The card, its likes and its comments go, and it leaves every chain it is in. This cannot be undone."
          confirmLabel="Delete card"
          onConfirm={() => void remove()}
          onCancel={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

/** Pins the card to the top of the viewer's profile. */
function PinControl({ cardId }: { cardId: number }) {
  const [busy, setBusy] = useState(false);
  const isPinned = useMember()?.pinnedPostId === cardId;

  const change = async () => {
    setBusy(true);
    try {
      const body = { postId: isPinned ? null : cardId };
      const { userModel } = await api('PUT /r/updatepinnedpost', { body });
      updateUser(userModel);
      announce(isPinned ? 'The card is no longer pinned.' : 'The card is pinned to your profile.');
    } catch (error) {
      queueToast({ tone: 'danger', text: `Your profile was not changed. ${reasonOf(error)}` });
    } finally {
      setBusy(false);
    }
  };

  const Icon = isPinned ? PinOff : Pin;
  return (
    <Button busy={busy} icon={<Icon size={18} aria-hidden="true" />} onClick={() => void change()}>
      {isPinned ? 'Unpin from profile' : 'Pin to profile'}
    </Button>
  );
}

function LockControl({ card }: { card: PostModel }) {
  const [busy, setBusy] = useState(false);

  const change = async (toLock: boolean) => {
    setBusy(true);
    try {
      const { locked } = await api('PUT /r/post_lock', { body: { postId: card.id, toLock } });
      changeEntity({ kind: 'card', id: card.id }, { locked });
      announce(locked ? 'The card is locked.' : 'The card is unlocked.');
    } catch (error) {
      queueToast({
        tone: 'danger',
        text: `The card was not ${toLock ? 'locked' : 'unlocked'}. ${reasonOf(error)}`,
      });
    } finally {
      setBusy(false);
    }
    // The permissions to edit and delete have changed too.
    await readViewerCard(card.id).catch(() => undefined);
  };

  return (
    <>
      <Button
        busy={busy}
        icon={card.locked ? <LockOpen size={18} aria-hidden="true" /> : <Lock size={18} aria-hidden="true" />}
        onClick={() => void change(!card.locked)}
      >
        {card.locked ? 'Unlock' : 'Lock'}
      </Button>
      {card.locked && (
        <Tag tone="danger" icon={<Lock size={14} aria-hidden="true" />}>
          Locked
        </Tag>
      )}
    </>
  );
}

function QualityControl({ card }: { card: PostModel }) {
  return (
    <QualityButtons
      noun="card"
      great={card.quality === 'kQualityGreat'}
      onRate={async (wanted) => {
        const { quality } = await api('PUT /r/post_quality', {
          body: { postId: card.id, quality: wanted },
        });
        changeEntity({ kind: 'card', id: card.id }, { quality });
      }}
    />
  );
}
