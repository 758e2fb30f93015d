import { lengths } from '@gyan/contract/limits.ts';
import { BioForm, type UserModel } from '@gyan/contract/users.ts';
import { api } from '#features/session/actions.ts';
import { ContractForm } from '#lib/ContractForm.tsx';
import { useContractForm } from '#lib/use-contract-form.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { PinnedCard } from './PinnedCard.tsx';
import { useAfterSave } from './use-after-save.ts';

export function BioSettings({ user }: { user: UserModel }) {
  const afterSave = useAfterSave();
  const form = useContractForm({
    schema: BioForm,
    defaults: { bio: user.bio ?? '' },
    submit: async (body) => {
      const { userModel } = await api('PUT /r/updateuserbio', { body });
      await afterSave(userModel, userModel.bio ? 'Your bio is saved.' : 'Your profile has no bio now.');
    },
  });
  return (
    <>
      <ContractForm form={form}>
        <Field
          label="Bio"
          hint={`A few words about you, at most ${lengths.bio} characters. Everybody can see them on your profile.`}
          error={form.errorOf('bio')}
        >
          <TextArea {...form.register('bio')} rows={5} />
        </Field>
        <div className="form-actions">
          <Button type="submit" variant="primary" busy={form.submitting}>
            Save bio
          </Button>
        </div>
      </ContractForm>
      {user.pinnedPostId != null && <PinnedCard cardId={user.pinnedPostId} />}
    </>
  );
}
