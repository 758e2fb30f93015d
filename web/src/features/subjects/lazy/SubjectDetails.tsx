import { SubjectEditForm, type SubjectModel } from '@gyan/contract/subjects.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { VisibilityChoice } from '#features/publication/lazy/VisibilityChoice.tsx';
import { upload } from '#features/session/transfer.ts';
import { ContractForm } from '#lib/ContractForm.tsx';
import { useFormDraft, useSaveDraft } from '#lib/form-draft.ts';
import { useContractForm } from '#lib/use-contract-form.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { PictureField } from '#ui/PictureField.tsx';
import { Progress } from '#ui/Progress.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import { subjectForViewer } from './api.ts';

interface SubjectDetailsProps {
  userId: number;
  subject: SubjectModel;
  onClose: () => void;
}

/** Edits title, description, cover and visibility of a subject. The draft survives until it is saved or discarded. */
export function SubjectDetails({ userId, subject, onClose }: SubjectDetailsProps) {
  const client = useQueryClient();
  const asItIs = { title: subject.title, desc: subject.desc ?? '' };
  const draft = useFormDraft(`edit of subject ${subject.id} by ${userId}`, asItIs);
  const [picture, setPicture] = useState('');
  const [visibility, setVisibility] = useState(subject.visibility);
  const [sent, setSent] = useState<number>();
  const form = useContractForm({
    schema: SubjectEditForm,
    defaults: { subjectId: subject.id, ...draft.first, photoBase64: '' },
    submit: async ({ title, desc, photoBase64 }) => {
      const body = new FormData();
      body.set('subjectId', String(subject.id));
      if (title !== undefined) body.set('title', title);
      body.set('desc', desc ?? '');
      if (photoBase64) body.set('photoBase64', photoBase64);
      body.set('visibility', visibility);
      const { subjectModel } = await upload('PUT /r/subject', body, {
        onProgress: (loaded, total) => setSent(total ? loaded / total : undefined),
      });
      draft.clear();
      const { chapterModelVec: _chapters, ...facts } = subjectModel;
      client.setQueryData(
        subjectForViewer(userId, subject.id).queryKey,
        (previous) => previous && { ...previous, ...facts },
      );
      // Other lists show the title too.
      void client.invalidateQueries();
      queueToast({ tone: 'success', text: 'Your changes are saved.' });
      onClose();
    },
  });
  const { title = '', desc } = form.fields.watch();
  useSaveDraft(draft, { title, desc: desc ?? '' }, asItIs);
  const cover = subject.photoModelVec[0]?.specMap.sm;

  const giveUp = () => {
    draft.clear();
    onClose();
  };

  return (
    <Dialog open onClose={onClose} title="Edit subject">
      <ContractForm form={form}>
        <Field label="Title" error={form.errorOf('title')}>
          <TextInput {...form.register('title')} autoComplete="off" />
        </Field>
        <Field
          label="Description"
          hint="What somebody will know when they are through with it."
          error={form.errorOf('desc')}
          optional
        >
          <TextArea {...form.register('desc')} />
        </Field>
        <PictureField
          label="Cover"
          picture={picture || (cover?.url ?? '')}
          onPicture={(dataUrl) => {
            setPicture(dataUrl);
            form.fields.setValue('photoBase64', dataUrl);
          }}
          error={form.errorOf('photoBase64')}
          disabled={form.submitting}
        />
        {form.submitting && picture !== '' && <Progress label="Sending the cover" value={sent} />}
        <VisibilityChoice value={visibility} stored={subject.visibility} onChange={setVisibility} />
        <div className="form-actions">
          <Button type="submit" variant="primary" busy={form.submitting}>
            Save
          </Button>
          <Button variant="quiet" onClick={giveUp}>
            Cancel
          </Button>
        </div>
      </ContractForm>
    </Dialog>
  );
}
