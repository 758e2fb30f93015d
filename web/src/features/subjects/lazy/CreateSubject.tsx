import { SubjectForm } from '@gyan/contract/subjects.ts';
import type { UserModel } from '@gyan/contract/users.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { upload } from '#features/session/transfer.ts';
import { ContractForm } from '#lib/ContractForm.tsx';
import { useFormDraft, usePictureDraft, useSaveDraft } from '#lib/form-draft.ts';
import { paths } from '#lib/paths.ts';
import { useAfterCreate } from '#lib/use-after-create.tsx';
import { useContractForm } from '#lib/use-contract-form.ts';
import { useIdempotencyKey } from '#lib/use-idempotency-key.ts';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { Field } from '#ui/Field.tsx';
import { PictureField } from '#ui/PictureField.tsx';
import { Progress } from '#ui/Progress.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextInput } from '#ui/TextInput.tsx';

const emptyFields = { title: '', desc: '' };

/** Title, description and cover of a new subject. It then opens for adding its chapters. */
export function CreateSubject({ user }: { user: UserModel }) {
  const draft = useFormDraft(`subject of ${user.userId}`, emptyFields);
  const [picture, setPicture] = usePictureDraft(`subject cover of ${user.userId}`);
  const [sent, setSent] = useState<number>();
  const lists = useQueryClient();
  const keyOf = useIdempotencyKey();
  const showCreated = useAfterCreate();
  const form = useContractForm({
    schema: SubjectForm,
    defaults: { ...draft.first, photoBase64: picture },
    submit: async ({ title, desc, photoBase64 }) => {
      const body = new FormData();
      body.set('title', title);
      if (desc) body.set('desc', desc);
      body.set('photoBase64', photoBase64);
      setSent(0);
      try {
        const { subjectModel } = await upload('POST /r/subject', body, {
          idempotencyKey: keyOf({ title, desc, photoBase64 }),
          onProgress: (loaded, total) => setSent(total ? loaded / total : undefined),
        });
        draft.clear();
        setPicture('');
        await lists.invalidateQueries();
        await showCreated({ title: subjectModel.title, goOnTo: paths.editSubject(subjectModel.id) });
      } finally {
        setSent(undefined);
      }
    },
  });
  const { title, desc } = form.fields.watch();
  useSaveDraft(draft, { title, desc: desc ?? '' });

  return (
    <ContractForm form={form} className="measure">
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
        picture={picture}
        onPicture={(dataUrl) => {
          setPicture(dataUrl);
          form.fields.setValue('photoBase64', dataUrl, { shouldValidate: form.refusal.count > 0 });
        }}
        error={form.errorOf('photoBase64')}
        disabled={form.submitting}
      />
      {form.submitting && <Progress label="Sending the cover" value={sent} />}
      <div className="form-actions">
        <Button type="submit" variant="primary" size="lg" busy={form.submitting} busyText="Adding">
          Create
        </Button>
        <ButtonLink to={paths.subjects} variant="quiet" size="lg">
          Cancel
        </ButtonLink>
      </div>
    </ContractForm>
  );
}
