import { TopicForm } from '@gyan/contract/topics.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { upload } from '#features/session/transfer.ts';
import { ContractForm } from '#lib/ContractForm.tsx';
import { useFormDraft, usePictureDraft, useSaveDraft } from '#lib/form-draft.ts';
import { paths } from '#lib/paths.ts';
import { useContractForm } from '#lib/use-contract-form.ts';
import { useIdempotencyKey } from '#lib/use-idempotency-key.ts';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { Field } from '#ui/Field.tsx';
import { PictureField } from '#ui/PictureField.tsx';
import { Progress } from '#ui/Progress.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import { useTopicsChanged } from './api.ts';

const emptyFields = { name: '' };

/** Name and picture of a new topic. The draft survives a reload. */
export function CreateTopic({ userId }: { userId: number }) {
  const draft = useFormDraft(`topic of ${userId}`, emptyFields);
  const [picture, setPicture] = usePictureDraft(`topic image of ${userId}`);
  const [sent, setSent] = useState<number>();
  const keyOf = useIdempotencyKey();
  const changed = useTopicsChanged();
  const navigate = useNavigate();
  const form = useContractForm({
    schema: TopicForm,
    defaults: { ...draft.first, photoBase64: picture },
    errorField: 'name',
    submit: async ({ name, photoBase64 }) => {
      const body = new FormData();
      body.set('name', name);
      body.set('photoBase64', photoBase64);
      setSent(0);
      try {
        const { topicModel } = await upload('POST /r/topic', body, {
          idempotencyKey: keyOf({ name, photoBase64 }),
          onProgress: (loaded, total) => setSent(total ? loaded / total : undefined),
        });
        draft.clear();
        setPicture('');
        void changed();
        queueToast({ tone: 'success', text: `“${topicModel.name}” is made.` });
        await navigate(paths.selectTopics);
      } finally {
        setSent(undefined);
      }
    },
  });
  useSaveDraft(draft, { name: form.fields.watch('name') });

  return (
    <ContractForm form={form} className="measure">
      <Field
        label="Name"
        hint="Cards that name it in their text or tags belong to it."
        error={form.errorOf('name')}
      >
        <TextInput {...form.register('name')} autoComplete="off" />
      </Field>
      <PictureField
        label="Image"
        picture={picture}
        onPicture={(dataUrl) => {
          setPicture(dataUrl);
          form.fields.setValue('photoBase64', dataUrl, { shouldValidate: form.refusal.count > 0 });
        }}
        error={form.errorOf('photoBase64')}
        disabled={form.submitting}
      />
      {form.submitting && <Progress label="Sending the image" value={sent} />}
      <div className="form-actions">
        <Button type="submit" variant="primary" size="lg" busy={form.submitting} busyText="Adding">
          Create
        </Button>
        <ButtonLink to={paths.adminTopics} variant="quiet" size="lg">
          Cancel
        </ButtonLink>
      </div>
    </ContractForm>
  );
}
