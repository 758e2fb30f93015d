import { NameForm, type UserModel } from '@gyan/contract/users.ts';
import { api } from '#features/session/actions.ts';
import { ContractForm } from '#lib/ContractForm.tsx';
import { displayName } from '#lib/text.ts';
import { useContractForm } from '#lib/use-contract-form.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { useAfterSave } from './use-after-save.ts';

export function NameSettings({ user }: { user: UserModel }) {
  const afterSave = useAfterSave();
  const form = useContractForm({
    schema: NameForm,
    defaults: { firstName: user.firstName ?? '', lastName: user.lastName ?? '' },
    submit: async (body) => {
      const { userModel } = await api('PUT /r/updateusername', { body });
      await afterSave(userModel, `Your name is now ${displayName(userModel)}.`);
    },
  });
  return (
    <ContractForm form={form}>
      <Field label="First name" error={form.errorOf('firstName')}>
        <TextInput {...form.register('firstName')} autoComplete="given-name" />
      </Field>
      <Field label="Last name" error={form.errorOf('lastName')}>
        <TextInput {...form.register('lastName')} autoComplete="family-name" />
      </Field>
      <div className="form-actions">
        <Button type="submit" variant="primary" busy={form.submitting}>
          Save name
        </Button>
      </div>
    </ContractForm>
  );
}
