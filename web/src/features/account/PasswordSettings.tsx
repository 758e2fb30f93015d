import { PasswordForm, type UserModel } from '@gyan/contract/users.ts';
import { useState } from 'react';
import { api } from '#features/session/actions.ts';
import { ContractForm } from '#lib/ContractForm.tsx';
import { useContractForm } from '#lib/use-contract-form.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { PasswordInput } from '#ui/PasswordInput.tsx';
import { needsReauthentication, SignInAgain } from './SignInAgain.tsx';
import { useAfterSave } from './use-after-save.ts';

/** Asks for the current password only when the server requires it, and keeps the new one typed meanwhile. */
export function PasswordSettings({ user }: { user: UserModel }) {
  const afterSave = useAfterSave();
  const [needsCurrent, setNeedsCurrent] = useState(false);
  const hasPassword = user.hasPassword !== false;
  const form = useContractForm({
    schema: PasswordForm,
    defaults: { passwd: '', currentPasswd: '' },
    clearOnFailure: ['currentPasswd'],
    submit: async ({ passwd, currentPasswd }) => {
      try {
        const body = { passwd, currentPasswd: currentPasswd || undefined };
        const { userModel } = await api('PUT /r/updateuserpasswd', { body });
        const done = hasPassword ? 'Your password is changed.' : 'Your password is set.';
        await afterSave(
          userModel,
          `${done} You are signed out everywhere else, and your API tokens have ended.`,
        );
      } catch (error) {
        if (needsReauthentication(error)) setNeedsCurrent(true);
        throw error;
      }
    },
  });
  return (
    <ContractForm form={form}>
      {/* Tells password managers which account the password belongs to. */}
      <input
        className="sr-only"
        type="text"
        autoComplete="username"
        value={user.emailId ?? ''}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      {needsCurrent && hasPassword && (
        <Field
          label="Current password"
          hint="You signed in a while ago, so please show that it is you."
          error={form.errorOf('currentPasswd')}
        >
          <PasswordInput {...form.register('currentPasswd')} autoComplete="current-password" />
        </Field>
      )}
      <Field
        label="New password"
        hint="At least 6 characters. A few words in a row are easy to remember and hard to guess."
        error={form.errorOf('passwd')}
      >
        <PasswordInput {...form.register('passwd')} autoComplete="new-password" />
      </Field>
      {needsCurrent && !hasPassword && <SignInAgain tab="password" />}
      <div className="form-actions">
        <Button type="submit" variant="primary" busy={form.submitting}>
          {hasPassword ? 'Change password' : 'Set password'}
        </Button>
      </div>
    </ContractForm>
  );
}
