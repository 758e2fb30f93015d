import type { SubjectModel } from '@gyan/contract/subjects.ts';
import { useState } from 'react';
import { markRemoved } from '#features/entities/store.ts';
import { api } from '#features/session/actions.ts';
import { reasonOf } from '#lib/api-problem.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { queueToast } from '#ui/toast-queue.ts';

interface DeleteSubjectProps {
  subject: Pick<SubjectModel, 'id' | 'title'>;
  onDeleted: () => void | Promise<void>;
  onClose: () => void;
}

/** Asks for confirmation and deletes the subject. */
export function DeleteSubject({ subject: { id, title }, onDeleted, onClose }: DeleteSubjectProps) {
  const [busy, setBusy] = useState(false);

  const remove = async () => {
    setBusy(true);
    try {
      await api('DELETE /r/subject', { query: { subjectId: id } });
      markRemoved({ kind: 'subject', id });
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
      description="The subject goes, and with it its likes. Its chapters stay as chains. This cannot be undone."
      confirmLabel="Delete subject"
      onConfirm={() => void remove()}
      onCancel={onClose}
    />
  );
}
