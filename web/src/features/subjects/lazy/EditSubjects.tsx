import '#features/chains/lazy/editor.css';
import type { SubjectModel } from '@gyan/contract/subjects.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Link2Off, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { DeleteCollection } from '#features/chains/lazy/DeleteCollection.tsx';
import { SubjectIcon } from '#features/tiles/Icons.tsx';
import { ContentRow } from '#features/tiles/lazy/ContentRow.tsx';
import { paths } from '#lib/paths.ts';
import { QueryError } from '#lib/QueryError.tsx';
import { RowSkeletons } from '#lib/RowSkeletons.tsx';
import { displayName } from '#lib/text.ts';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { SaveState } from '#ui/SaveState.tsx';
import { SortableList } from '#ui/SortableList.tsx';
import { subjectView } from '../subject-view.ts';
import { useMySubjects } from './api.ts';

function subjectRow(subject: SubjectModel, userId: number) {
  const { id, title, href, photo, countText } = subjectView(subject);
  const notes = [
    ...(countText === undefined ? [] : [countText]),
    ...(subject.ownerId === userId ? [] : [`by ${displayName(subject.ownerModel)}`]),
  ];
  return { id, title, href, photo, note: notes.join(' · ') };
}

/** The viewer's own and saved subjects, in the viewer's order. */
export function EditSubjects({ userId }: { userId: number }) {
  const subjects = useMySubjects(userId);
  const [deleting, setDeleting] = useState<SubjectModel>();
  const client = useQueryClient();
  return (
    <div className="editor-pane">
      <div className="editor-pane-head">
        <ButtonLink to={paths.createSubject} variant="primary" icon={<Plus size={20} aria-hidden="true" />}>
          Add a Subject
        </ButtonLink>
        <SaveState state={subjects.saving} />
      </div>
      {subjects.items === undefined ? (
        subjects.query.isPending ? (
          <RowSkeletons />
        ) : (
          <QueryError query={subjects.query} />
        )
      ) : (
        <SortableList
          label="My subjects"
          items={subjects.items}
          nameOf={({ title }) => title}
          renderItem={(subject) => <ContentRow {...subjectRow(subject, userId)} />}
          renderActions={(subject) =>
            subject.ownerId === userId ? (
              <Own subject={subject} onDelete={() => setDeleting(subject)} />
            ) : (
              <Button
                size="sm"
                variant="quiet"
                icon={<Link2Off size={16} aria-hidden="true" />}
                onClick={() => subjects.removeWithUndo(subject.id)}
              >
                Remove<span className="sr-only"> {subject.title}</span>
              </Button>
            )
          }
          onMove={subjects.move}
          empty={
            <EmptyState icon={<SubjectIcon />} title="No subjects yet">
              Subjects that you make or save stand here, and you put them in the order you like.
            </EmptyState>
          }
        />
      )}
      {deleting && (
        <DeleteCollection
          collection={deleting}
          noun="subject"
          onDeleted={() => client.invalidateQueries()}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </div>
  );
}

function Own({ subject: { id, title }, onDelete }: { subject: SubjectModel; onDelete: () => void }) {
  return (
    <>
      <ButtonLink size="sm" to={paths.editSubject(id)} icon={<Pencil size={16} aria-hidden="true" />}>
        Edit<span className="sr-only"> {title}</span>
      </ButtonLink>
      <Button size="sm" variant="quiet" icon={<Trash2 size={16} aria-hidden="true" />} onClick={onDelete}>
        Delete<span className="sr-only"> {title}</span>
      </Button>
    </>
  );
}
