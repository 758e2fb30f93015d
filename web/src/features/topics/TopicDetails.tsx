import { TopicEditForm, type TopicModel } from '@gyan/contract/topics.ts';
import { useState } from 'react';
import { upload } from '#features/session/transfer.ts';
import { ContractForm } from '#lib/ContractForm.tsx';
import { useContractForm } from '#lib/use-contract-form.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { PictureField } from '#ui/PictureField.tsx';
import { Progress } from '#ui/Progress.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import { useTopicsChanged } from './api.ts';

/** Edits name and picture of a topic. */
export function TopicDetails({ topic, onClose }: { topic: TopicModel; onClose: () => void }) {
  const changed = useTopicsChanged();
  const [picture, setPicture] = useState('');
  const [sent, setSent] = useState<number>();
  const form = useContractForm({
    schema: TopicEditForm,
    defaults: { topicId: topic.id, name: topic.name, photoBase64: '', retired: undefined },
    errorField: 'name',
    submit: async ({ name, photoBase64 }) => {
      const body = new FormData();
      body.set('topicId', String(topic.id));
      if (name !== undefined) body.set('name', name);
      if (photoBase64) body.set('photoBase64', photoBase64);
      const { topicModel } = await upload('PUT /r/topic', body, {
        onProgress: (loaded, total) => setSent(total ? loaded / total : undefined),
      });
      await changed();
      queueToast({ tone: 'success', text: `“${topicModel.name}” is saved.` });
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title={`Edit “${topic.name}”`}>
      <ContractForm form={form}>
        <Field
          label="Name"
          hint="Cards that name it in their text or tags belong to it."
          error={form.errorOf('name')}
        >
          <TextInput {...form.register('name')} autoComplete="off" />
        </Field>
        <PictureField
          label="Image"
          picture={picture || (topic.photoModel?.specMap.sm.url ?? '')}
          onPicture={(dataUrl) => {
            setPicture(dataUrl);
            form.fields.setValue('photoBase64', dataUrl);
          }}
          error={form.errorOf('photoBase64')}
          disabled={form.submitting}
        />
        {form.submitting && picture !== '' && <Progress label="Sending the image" value={sent} />}
        <div className="form-actions">
          <Button type="submit" variant="primary" busy={form.submitting}>
            Save
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </ContractForm>
    </Dialog>
  );
}
