import { ChainForm } from '@gyan/contract/chains.ts';
import type { UserModel } from '@gyan/contract/users.ts';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#features/session/actions.ts';
import { ContractForm } from '#lib/ContractForm.tsx';
import { useFormDraft, useSaveDraft } from '#lib/form-draft.ts';
import { paths } from '#lib/paths.ts';
import { useAfterCreate } from '#lib/use-after-create.tsx';
import { useContractForm } from '#lib/use-contract-form.ts';
import { useIdempotencyKey } from '#lib/use-idempotency-key.ts';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { Field } from '#ui/Field.tsx';
import { TextInput } from '#ui/TextInput.tsx';

interface CreateChainProps {
  user: UserModel;
  /** The subject to add the chapter to; undefined for a chain. */
  subject: { id: number; title: string } | undefined;
}

const emptyFields = { title: '' };

/** Creates a chain or chapter with its title. A chain then opens for choosing its cards. */
export function CreateChain({ user, subject }: CreateChainProps) {
  const noun = subject ? 'Chapter' : 'Chain';
  const draft = useFormDraft(`chain of ${user.userId}${subject ? ` in ${subject.id}` : ''}`, emptyFields);
  const lists = useQueryClient();
  const keyOf = useIdempotencyKey();
  const showCreated = useAfterCreate();
  const form = useContractForm({
    schema: ChainForm,
    defaults: { title: draft.first.title, desc: '', subjectId: subject?.id ?? -1 },
    submit: async ({ title, desc = null }) => {
      const body = { title, desc, subjectId: subject?.id ?? -1 };
      const { chapterModel } = await api('POST /r/chapter', { body, idempotencyKey: keyOf(body) });
      draft.clear();
      // Cached lists do not contain the new chain.
      await lists.invalidateQueries();
      const cards = paths.editChain(chapterModel.id, subject?.title);
      await showCreated({
        title: chapterModel.title,
        ...(subject
          ? { goOnTo: paths.editSubject(subject.id), nextStep: { label: 'Choose its cards', to: cards } }
          : { goOnTo: cards }),
      });
    },
  });
  useSaveDraft(draft, { title: form.fields.watch('title') });

  return (
    <ContractForm form={form} className="measure">
      <Field label={`${noun} title`} error={form.errorOf('title')}>
        <TextInput {...form.register('title')} autoComplete="off" />
      </Field>
      <div className="form-actions">
        <Button type="submit" variant="primary" size="lg" busy={form.submitting} busyText="Adding">
          Create {noun}
        </Button>
        <ButtonLink to={subject ? paths.editSubject(subject.id) : paths.myChains} variant="quiet" size="lg">
          Cancel
        </ButtonLink>
      </div>
    </ContractForm>
  );
}
