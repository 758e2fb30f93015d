import type { Visibility } from '@gyan/contract/visibility.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { VisibilityChoice } from '#features/publication/lazy/VisibilityChoice.tsx';
import { api } from '#features/session/actions.ts';
import { reasonOf } from '#lib/api-problem.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import type { DraftRef } from './use-delete-draft.ts';

interface PublishCollectionProps {
  draft: DraftRef;
  onClose: () => void;
}

function publish({ kind, id }: DraftRef, visibility: Visibility): Promise<unknown> {
  if (kind === 'chain') return api('PUT /r/chapter', { body: { chapterId: id, visibility } });
  const body = new FormData();
  body.set('subjectId', String(id));
  body.set('visibility', visibility);
  return api('PUT /r/subject', { body });
}

/** Publishes a chain or subject from the list of drafts. */
export function PublishCollection({ draft, onClose }: PublishCollectionProps) {
  const lists = useQueryClient();
  const [visibility, setVisibility] = useState<Visibility>('public');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const send = async () => {
    setBusy(true);
    try {
      await publish(draft, visibility);
      void lists.invalidateQueries();
      queueToast({ tone: 'success', text: `“${draft.title}” is published.` });
      onClose();
    } catch (error) {
      setProblem(reasonOf(error));
      setBusy(false);
    }
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Publish “${draft.title}”`}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void send()}>
            Publish
          </Button>
        </>
      }
    >
      <VisibilityChoice
        value={visibility}
        stored="draft"
        choices={['public', 'unlisted']}
        onChange={setVisibility}
      />
      <p className="quiet">Others find it in lists once it holds a public card.</p>
      {problem !== undefined && <Alert tone="danger">{problem}</Alert>}
    </Dialog>
  );
}
