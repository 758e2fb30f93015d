import '#features/chains/lazy/editor.css';
import type { SubjectModel } from '@gyan/contract/subjects.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Eye, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { DeleteCollection } from '#features/chains/lazy/DeleteCollection.tsx';
import { ExportMenu } from '#features/chains/lazy/ExportMenu.tsx';
import { download } from '#features/session/transfer.ts';
import { hiddenVisibility, VisibilityTag } from '#features/tiles/VisibilityTag.tsx';
import { paths } from '#lib/paths.ts';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { SubjectDetails } from './SubjectDetails.tsx';

/** Actions on the whole subject. */
export function SubjectActions({ userId, subject }: { userId: number; subject: SubjectModel }) {
  const [open, setOpen] = useState<'details' | 'delete'>();
  const close = () => setOpen(undefined);
  const client = useQueryClient();
  const navigate = useNavigate();

  const deleted = async () => {
    await navigate(paths.subjects);
    // Refetching now would request the deleted subject again.
    void client.invalidateQueries({ refetchType: 'none' });
  };

  return (
    <div className="editor-head">
      <VisibilityTag visibility={hiddenVisibility(subject)} explained />
      {/* A draft has no page. */}
      {subject.visibility !== 'draft' && (
        <ButtonLink size="sm" to={paths.subject(subject.id)} icon={<Eye size={18} aria-hidden="true" />}>
          View
        </ButtonLink>
      )}
      <Button size="sm" icon={<Pencil size={18} aria-hidden="true" />} onClick={() => setOpen('details')}>
        Edit details
      </Button>
      <ExportMenu
        title={subject.title}
        fetchFile={(pictures) =>
          download('GET /r/subject_export', { query: { subjectId: subject.id, pictures } })
        }
      />
      {subject.can?.delete && (
        <Button size="sm" icon={<Trash2 size={18} aria-hidden="true" />} onClick={() => setOpen('delete')}>
          Delete
        </Button>
      )}
      {open === 'details' && <SubjectDetails userId={userId} subject={subject} onClose={close} />}
      {open === 'delete' && (
        <DeleteCollection collection={subject} noun="subject" onDeleted={deleted} onClose={close} />
      )}
    </div>
  );
}
