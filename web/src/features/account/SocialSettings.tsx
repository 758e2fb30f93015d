import { LinkedinForm, type UserModel } from '@gyan/contract/users.ts';
import { api } from '#features/session/actions.ts';
import { ContractForm } from '#lib/ContractForm.tsx';
import { useContractForm } from '#lib/use-contract-form.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { useAfterSave } from './use-after-save.ts';

export function SocialSettings({ user }: { user: UserModel }) {
  const afterSave = useAfterSave();
  const form = useContractForm({
    schema: LinkedinForm,
    defaults: { url: user.linkedinProfileUrl ?? '' },
    submit: async (body) => {
      const { userModel } = await api('PUT /r/updatelinkedinprofile', { body });
      await afterSave(userModel, 'Your LinkedIn profile is now linked from your profile.');
    },
  });
  return (
    <ContractForm form={form}>
      <Field
        label="LinkedIn profile"
        hint="Its address, as in linkedin.com/in/your-name. Everybody can see it on your profile."
        error={form.errorOf('url')}
      >
        <TextInput
          {...form.register('url')}
          type="url"
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <div className="form-actions">
        <Button type="submit" variant="primary" busy={form.submitting}>
          Save profile link
        </Button>
      </div>
    </ContractForm>
  );
}
