import { firstLicense } from '@gyan/contract/licenses.ts';
import { type UserModel, userCalls } from '@gyan/contract/users.ts';
import { LicenseChoice } from '#features/publication/lazy/LicenseChoice.tsx';
import { licenseNames } from '#features/publication/license-names.ts';
import { api } from '#features/session/actions.ts';
import { ContractForm } from '#lib/ContractForm.tsx';
import { useContractForm } from '#lib/use-contract-form.ts';
import { Button } from '#ui/Button.tsx';
import { useAfterSave } from './use-after-save.ts';

const schema = userCalls['PUT /r/updateuserlicense'].body;

export function LicenseSettings({ user }: { user: UserModel }) {
  const afterSave = useAfterSave();
  const form = useContractForm({
    schema,
    defaults: { license: user.license ?? firstLicense },
    submit: async (body) => {
      const { userModel } = await api('PUT /r/updateuserlicense', { body });
      const name = licenseNames[userModel.license ?? firstLicense];
      await afterSave(userModel, `New cards start with the licence “${name}”.`);
    },
  });
  return (
    <ContractForm form={form}>
      <LicenseChoice
        label="Licence of new cards"
        value={form.fields.watch('license')}
        onChange={(license) => form.fields.setValue('license', license)}
        error={form.errorOf('license')}
      />
      <p className="quiet">You can choose another one for each card. Cards that exist keep theirs.</p>
      <div className="form-actions">
        <Button type="submit" variant="primary" busy={form.submitting}>
          Save licence
        </Button>
      </div>
    </ContractForm>
  );
}
