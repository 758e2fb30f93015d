import './editor.css';
import type { ChapterModel } from '@gyan/contract/chains.ts';
import type { SubjectModel } from '@gyan/contract/subjects.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Eye, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { hiddenVisibility, VisibilityTag } from '#features/tiles/VisibilityTag.tsx';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { DeleteCollection } from './DeleteCollection.tsx';
import { ExportMenu } from './ExportMenu.tsx';

interface CollectionActionsProps {
  collection: ChapterModel | SubjectModel;
  noun: 'chain' | 'chapter' | 'subject';
  /** The page that shows it to readers. */
  viewPath: string;
  /** The page to open after it is deleted. */
  listPath: string;
  /** Fetches the chain file; with pictures, a zip of both. */
  fetchFile: (pictures: boolean) => Promise<Blob>;
  /** The dialog that edits its details. */
  renderDetails: (onClose: () => void) => ReactNode;
}

/** Actions on a whole chain or subject. */
export function CollectionActions({
  collection,
  noun,
  viewPath,
  listPath,
  fetchFile,
  renderDetails,
}: CollectionActionsProps) {
  const [open, setOpen] = useState<'details' | 'delete'>();
  const close = () => setOpen(undefined);
  const client = useQueryClient();
  const navigate = useNavigate();

  const deleted = async () => {
    await navigate(listPath);
    // Refetching now would request what was deleted again.
    void client.invalidateQueries({ refetchType: 'none' });
  };

  return (
    <div className="editor-head">
      <VisibilityTag visibility={hiddenVisibility(collection)} explained />
      {/* A draft has no page. */}
      {collection.visibility !== 'draft' && (
        <ButtonLink size="sm" to={viewPath} icon={<Eye size={18} aria-hidden="true" />}>
          View
        </ButtonLink>
      )}
      <Button size="sm" icon={<Pencil size={18} aria-hidden="true" />} onClick={() => setOpen('details')}>
        Edit details
      </Button>
      <ExportMenu title={collection.title} fetchFile={fetchFile} />
      {collection.can?.delete && (
        <Button size="sm" icon={<Trash2 size={18} aria-hidden="true" />} onClick={() => setOpen('delete')}>
          Delete
        </Button>
      )}
      {open === 'details' && renderDetails(close)}
      {open === 'delete' && (
        <DeleteCollection collection={collection} noun={noun} onDeleted={deleted} onClose={close} />
      )}
    </div>
  );
}
