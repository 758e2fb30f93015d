import './editor.css';
import type { ChapterModel } from '@gyan/contract/chains.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Eye, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { markRemoved } from '#features/entities/store.ts';
import { api } from '#features/session/actions.ts';
import { download } from '#features/session/transfer.ts';
import { hiddenVisibility, VisibilityTag } from '#features/tiles/VisibilityTag.tsx';
import { reasonOf } from '#lib/api-problem.ts';
import { paths } from '#lib/paths.ts';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import { ChainDetails } from './ChainDetails.tsx';
import { ExportMenu } from './ExportMenu.tsx';

interface ChainActionsProps {
  userId: number;
  chain: ChapterModel;
  noun: 'chain' | 'chapter';
}

/** Actions on the whole chain. */
export function ChainActions({ userId, chain, noun }: ChainActionsProps) {
  const [open, setOpen] = useState<'details' | 'delete'>();
  const close = () => setOpen(undefined);
  return (
    <div className="editor-head">
      <VisibilityTag visibility={hiddenVisibility(chain)} explained />
      {/* A draft has no page. */}
      {chain.visibility !== 'draft' && (
        <ButtonLink size="sm" to={paths.chain(chain.id)} icon={<Eye size={18} aria-hidden="true" />}>
          View
        </ButtonLink>
      )}
      <Button size="sm" icon={<Pencil size={18} aria-hidden="true" />} onClick={() => setOpen('details')}>
        Edit details
      </Button>
      <ExportMenu
        title={chain.title}
        fetchFile={(pictures) =>
          download('GET /r/chapter_export', { query: { chapterId: chain.id, pictures } })
        }
      />
      {chain.can?.delete && (
        <Button size="sm" icon={<Trash2 size={18} aria-hidden="true" />} onClick={() => setOpen('delete')}>
          Delete
        </Button>
      )}
      {open === 'details' && <ChainDetails userId={userId} chain={chain} noun={noun} onClose={close} />}
      {open === 'delete' && <DeleteChain chain={chain} noun={noun} onClose={close} />}
    </div>
  );
}

interface DeleteChainProps {
  chain: ChapterModel;
  noun: string;
  onClose: () => void;
}

function DeleteChain({ chain: { id, title }, noun, onClose }: DeleteChainProps) {
  const [busy, setBusy] = useState(false);
  const client = useQueryClient();
  const navigate = useNavigate();

  const remove = async () => {
    setBusy(true);
    try {
      await api('DELETE /r/chapter', { query: { chapterId: id } });
      markRemoved({ kind: 'chain', id });
      await navigate(paths.myChains);
      queueToast({ tone: 'success', text: `“${title}” is deleted.` });
      // Refetching now would request the deleted chain again.
      void client.invalidateQueries({ refetchType: 'none' });
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
      description={`The ${noun} goes, and with it its likes and its places in subjects. Its cards stay. This cannot be undone.`}
      confirmLabel={`Delete ${noun}`}
      onConfirm={() => void remove()}
      onCancel={onClose}
    />
  );
}
