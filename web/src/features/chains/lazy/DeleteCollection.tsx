import { useState } from 'react';
import { markRemoved } from '#features/entities/store.ts';
import { api } from '#features/session/actions.ts';
import { reasonOf } from '#lib/api-problem.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { queueToast } from '#ui/toast-queue.ts';

interface DeleteCollectionProps {
  collection: { id: number; title: string };
  noun: 'chain' | 'chapter' | 'subject';
  onDeleted: () => void | Promise<void>;
  onClose: () => void;
}

/** Asks for confirmation and deletes the chain or subject. */
export function DeleteCollection({
  collection: { id, title },
  noun,
  onDeleted,
  onClose,
}: DeleteCollectionProps) {
  const [busy, setBusy] = useState(false);
  const isSubject = noun === 'subject';

  const remove = async () => {
    setBusy(true);
    try {
      if (isSubject) await api('DELETE /r/subject', { query: { subjectId: id } });
      else await api('DELETE /r/chapter', { query: { chapterId: id } });
      markRemoved({ kind: isSubject ? 'subject' : 'chain', id });
      onClose();
      await onDeleted();
      queueToast({ tone: 'success', text: `“${title}” is deleted.` });
    } catch (error) {
      onClose();
      queueToast({ tone: 'danger', text: `“${title}” was not deleted. ${reasonOf(error)}` });
    }
  };

  return (
    <ConfirmDialog
      open
      danger
      busy={busy}
      title={`Delete “${title}”?`}
      description={
        isSubject
          ? 'The subject goes, and with it its likes. Its chapters stay as chains. This cannot be undone.'
          : `The ${noun} goes, and with it its likes and its places in subjects. Its cards stay. This cannot be undone.`
      }
      confirmLabel={`Delete ${noun}`}
      onConfirm={() => void remove()}
      onCancel={onClose}
    />
  );
}
