import type { SavedListModel } from '@gyan/contract/saved.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '#features/session/actions.ts';
import { reasonOf } from '#lib/api-problem.ts';
import { paths } from '#lib/paths.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { queueToast } from '#ui/toast-queue.ts';

interface ListActionsProps {
  userId: number;
  list: SavedListModel;
}

/** Renames or deletes a list of saved content. */
export function ListActions(props: ListActionsProps) {
  const [open, setOpen] = useState<'rename' | 'delete'>();
  const close = () => setOpen(undefined);
  return (
    <div className="saved-list-actions">
      <Button size="sm" icon={<Pencil size={18} aria-hidden="true" />} onClick={() => setOpen('rename')}>
        Rename
      </Button>
      <Button size="sm" icon={<Trash2 size={18} aria-hidden="true" />} onClick={() => setOpen('delete')}>
        Delete list
      </Button>
      {open === 'rename' && <RenameList {...props} onClose={close} />}
      {open === 'delete' && <DeleteList {...props} onClose={close} />}
    </div>
  );
}

function RenameList({ userId, list, onClose }: ListActionsProps & { onClose: () => void }) {
  const [title, setTitle] = useState(list.title);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const client = useQueryClient();
  const rename = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      await api('PUT /r/saved_list', { body: { listId: list.listId, title } });
      await client.invalidateQueries({ queryKey: queryKeys.savedLists(userId) });
      onClose();
    } catch (problem) {
      setError(reasonOf(problem));
      setBusy(false);
    }
  };
  return (
    <Dialog open size="sm" title={`Rename “${list.title}”`} onClose={onClose}>
      <form className="stack" noValidate onSubmit={(event) => void rename(event)}>
        <Field label="Name of the list" error={error}>
          <TextInput value={title} autoComplete="off" onChange={({ target }) => setTitle(target.value)} />
        </Field>
        <div className="form-actions">
          <Button type="submit" variant="primary" busy={busy}>
            Rename
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function DeleteList({ userId, list, onClose }: ListActionsProps & { onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = async () => {
    setBusy(true);
    try {
      await api('DELETE /r/saved_list', { query: { listId: list.listId } });
      await navigate(paths.saved, { replace: true });
      queueToast({ tone: 'success', text: `“${list.title}” is deleted.` });
      await client.invalidateQueries({ queryKey: queryKeys.savedLists(userId) });
    } catch (error) {
      onClose();
      queueToast({ tone: 'danger', text: `“${list.title}” was not deleted. ${reasonOf(error)}` });
    }
  };
  return (
    <ConfirmDialog
      open
      danger
      busy={busy}
      title={`Delete “${list.title}”?`}
      description="The list goes. What is in it stays saved."
      confirmLabel="Delete list"
      onConfirm={() => void remove()}
      onCancel={onClose}
    />
  );
}
