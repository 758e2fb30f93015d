import './editor.css';
import type { ChapterModel } from '@gyan/contract/chains.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Eye, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { download } from '#features/session/transfer.ts';
import { hiddenVisibility, VisibilityTag } from '#features/tiles/VisibilityTag.tsx';
import { paths } from '#lib/paths.ts';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { ChainDetails } from './ChainDetails.tsx';
import { DeleteCollection } from './DeleteCollection.tsx';
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
  const client = useQueryClient();
  const navigate = useNavigate();

  const deleted = async () => {
    await navigate(paths.myChains);
    // Refetching now would request the deleted chain again.
    void client.invalidateQueries({ refetchType: 'none' });
  };

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
      {open === 'delete' && (
        <DeleteCollection collection={chain} noun={noun} onDeleted={deleted} onClose={close} />
      )}
    </div>
  );
}
