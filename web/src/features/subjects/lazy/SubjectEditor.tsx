import '#features/chains/lazy/editor.css';
import type { SubjectModel } from '@gyan/contract/subjects.ts';
import { Link2, Plus } from 'lucide-react';
import { useState } from 'react';
import { chainRow } from '#features/chains/lazy/chain-row.ts';
import { SubjectIcon } from '#features/tiles/Icons.tsx';
import { ContentRow } from '#features/tiles/lazy/ContentRow.tsx';
import { paths } from '#lib/paths.ts';
import { QueryError } from '#lib/QueryError.tsx';
import { RowSkeletons } from '#lib/RowSkeletons.tsx';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { SaveState } from '#ui/SaveState.tsx';
import { SortableList } from '#ui/SortableList.tsx';
import { AddChains } from './AddChains.tsx';
import type { SubjectChapters } from './api.ts';

interface SubjectEditorProps {
  userId: number;
  subject: SubjectModel;
  chapters: SubjectChapters;
}

/** Reorders the chapters of a subject. */
export function SubjectEditor({ userId, subject, chapters }: SubjectEditorProps) {
  const [adding, setAdding] = useState(false);
  return (
    <section className="editor-pane" aria-labelledby="subject-chapters">
      <div className="editor-pane-head">
        <h2 id="subject-chapters">Chapters</h2>
        <SaveState state={chapters.saving} />
      </div>
      <div className="form-actions">
        <ButtonLink
          to={paths.createChain(subject.id)}
          variant="primary"
          icon={<Plus size={20} aria-hidden="true" />}
        >
          Add a Chapter
        </ButtonLink>
        <Button icon={<Link2 size={18} aria-hidden="true" />} onClick={() => setAdding(true)}>
          Add one of my chains
        </Button>
      </div>
      {chapters.items === undefined ? (
        chapters.query.isPending ? (
          <RowSkeletons />
        ) : (
          <QueryError query={chapters.query} />
        )
      ) : (
        <SortableList
          label={`Chapters of ${subject.title}`}
          items={chapters.items}
          nameOf={({ title }) => title}
          renderItem={(chapter) => (
            <ContentRow {...chainRow(chapter, paths.editChain(chapter.id, subject.title), userId)} />
          )}
          renderActions={(chapter) => (
            <Button size="sm" variant="quiet" onClick={() => chapters.removeWithUndo(chapter.id)}>
              Remove<span className="sr-only"> {chapter.title}</span>
            </Button>
          )}
          onMove={chapters.move}
          empty={
            <EmptyState icon={<SubjectIcon />} title="No chapters yet">
              Each chapter is a chain of cards. Make a new one, or take one of the chains you have.
            </EmptyState>
          }
        />
      )}
      {adding && <AddChains userId={userId} chapters={chapters} onClose={() => setAdding(false)} />}
    </section>
  );
}
