import { Lock, LockOpen, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { api } from '#features/session/actions.ts';
import { ApiProblem } from '#lib/api-problem.ts';
import { paths } from '#lib/paths.ts';
import { QueryScope } from '#lib/QueryScope.tsx';
import { announce } from '#ui/announcer.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Tag } from '#ui/Tag.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import { EditCard, type RichEditor } from './EditCard.tsx';
import { QualityButtons } from './QualityButtons.tsx';
import { type CardSight, type SeenCard, useSeenCard, useSeenCardWrites } from './seen-card.ts';

/** What the card's owner and admins can do; the server says which of it. */
export function CardControls({ userId, cardId, Editor }: CardSight & { Editor: RichEditor }) {
  return (
    <QueryScope>
      <Controls sight={{ userId, cardId }} Editor={Editor} />
    </QueryScope>
  );
}

const reasonOf = (error: unknown) => (error instanceof ApiProblem ? error.detail : 'Please try again.');

function Controls({ sight, Editor }: { sight: CardSight; Editor: RichEditor }) {
  const seen = useSeenCard(sight).data;
  if (!seen) return null;
  const { can } = seen;
  if (!(can.edit || can.delete || can.lock || can.rate)) return null;
  return (
    <div className="card-controls">
      {(can.edit || can.delete) && <OwnerControls sight={sight} seen={seen} Editor={Editor} />}
      {can.lock && <LockControl sight={sight} seen={seen} />}
      {can.rate && <QualityControl sight={sight} seen={seen} />}
    </div>
  );
}

interface ControlProps {
  sight: CardSight;
  seen: SeenCard;
}

function OwnerControls({ sight, seen, Editor }: ControlProps & { Editor: RichEditor }) {
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const [deleting, setDeleting] = useState(false);
  const writes = useSeenCardWrites(sight);
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();

  const remove = async () => {
    setDeleting(true);
    try {
      await api('DELETE /r/post', { query: { postId: sight.cardId } });
      await navigate(paths.feed);
      queueToast({ tone: 'success', text: `“${seen.title}” is deleted.` });
    } catch (error) {
      setDeleting(false);
      setOpen(undefined);
      queueToast({ tone: 'danger', text: `“${seen.title}” was not deleted. ${reasonOf(error)}` });
      await writes.again();
    }
  };

  const saved = async () => {
    setOpen(undefined);
    queueToast({ tone: 'success', text: 'Your changes are saved.' });
    await Promise.all([writes.again(), revalidate()]);
  };

  return (
    <>
      {seen.can.edit && (
        <Button icon={<Pencil size={18} aria-hidden="true" />} onClick={() => setOpen('edit')}>
          Edit
        </Button>
      )}
      {seen.can.delete && (
        <Button icon={<Trash2 size={18} aria-hidden="true" />} onClick={() => setOpen('delete')}>
          Delete
        </Button>
      )}
      {open === 'edit' && (
        <EditCard
          sight={sight}
          seen={seen}
          Editor={Editor}
          onSaved={() => void saved()}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'delete' && (
        <ConfirmDialog
          open
          danger
          busy={deleting}
          title={`Delete “${seen.title}”?`}
          description="The card, its likes and its comments go, and it leaves every chain it is in. This cannot be undone."
          confirmLabel="Delete card"
          onConfirm={() => void remove()}
          onCancel={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

function LockControl({ sight, seen }: ControlProps) {
  const [busy, setBusy] = useState(false);
  const writes = useSeenCardWrites(sight);

  const change = async (toLock: boolean) => {
    setBusy(true);
    try {
      const { locked } = await api('PUT /r/post_lock', { body: { postId: sight.cardId, toLock } });
      writes.put({ locked });
      announce(locked ? 'The card is locked.' : 'The card is unlocked.');
    } catch (error) {
      queueToast({
        tone: 'danger',
        text: `The card was not ${toLock ? 'locked' : 'unlocked'}. ${reasonOf(error)}`,
      });
    } finally {
      setBusy(false);
    }
    // Whether it can be edited and deleted has changed with it.
    await writes.again();
  };

  return (
    <>
      <Button
        busy={busy}
        icon={seen.locked ? <LockOpen size={18} aria-hidden="true" /> : <Lock size={18} aria-hidden="true" />}
        onClick={() => void change(!seen.locked)}
      >
        {seen.locked ? 'Unlock' : 'Lock'}
      </Button>
      {seen.locked && (
        <Tag tone="danger" icon={<Lock size={14} aria-hidden="true" />}>
          Locked
        </Tag>
      )}
    </>
  );
}

function QualityControl({ sight, seen }: ControlProps) {
  const writes = useSeenCardWrites(sight);
  return (
    <QualityButtons
      noun="card"
      great={seen.great}
      onRate={async (wanted) => {
        const { quality } = await api('PUT /r/post_quality', {
          body: { postId: sight.cardId, quality: wanted },
        });
        writes.put({ great: quality === 'kQualityGreat' });
      }}
    />
  );
}
