import type { SecondFactorNeeded } from '@gyan/contract/auth.ts';
import type { UserModel } from '@gyan/contract/users.ts';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { resetPassword } from '#features/auth/api.ts';
import { DemoMail } from '#features/auth/DemoMail.tsx';
import { secondStep } from '#features/auth/lazy-parts.ts';
import { afterSignIn } from '#features/session/after-sign-in.ts';
import { SecondFactorRequired } from '#features/session/sign-in.ts';
import { ContractForm } from '#lib/ContractForm.tsx';
import { paths } from '#lib/paths.ts';
import { useTextForm } from '#lib/use-text-form.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Link } from '#ui/Link.tsx';
import { PasswordInput } from '#ui/PasswordInput.tsx';

export const head = () => ({ description: 'Set a new password.' });

export function Page() {
  const [search] = useSearchParams();
  const reqToken = search.get('rpt')?.trim();
  return <div className="form-page">{reqToken ? <NewPassword reqToken={reqToken} /> : <CheckMail />}</div>;
}

function CheckMail() {
  return (
    <>
      <h1>Please check your email</h1>
      <p>
        We have sent an e-mail with a link to set a new password, if there is an account with the address you
        gave. The link works for one hour.
      </p>
      <DemoMail />
      <p className="form-else">
        Nothing there, not even among the junk?{' '}
        <Link className="link" to={paths.resetPasswordRequest}>
          Ask again
        </Link>
      </p>
    </>
  );
}

function NewPassword({ reqToken }: { reqToken: string }) {
  const navigate = useNavigate();
  const [needed, setNeeded] = useState<SecondFactorNeeded>();
  const goOn = (user: UserModel) => void navigate(afterSignIn(user), { replace: true });
  const form = useTextForm({
    schema: async () => (await import('@gyan/contract/auth.ts')).ResetPasswordForm,
    hidden: { reqToken },
    submit: async (values) => {
      try {
        goOn(await resetPassword(values));
      } catch (error) {
        if (!(error instanceof SecondFactorRequired)) throw error;
        setNeeded(error.needed);
      }
    },
    clearOnFailure: ['password'],
    errorField: 'password',
  });
  if (needed) {
    return (
      <>
        <p>Your new password is set. One step is left.</p>
        <secondStep.Component
          needed={needed}
          byEmail
          onDone={goOn}
          onCancel={() => void navigate(paths.login(), { replace: true })}
        />
      </>
    );
  }
  return (
    <>
      <h1>Reset password</h1>
      <ContractForm form={form}>
        <Field label="New password" hint="At least 6 characters" error={form.errorOf('password')}>
          <PasswordInput name="password" autoComplete="new-password" />
        </Field>
        <div className="form-actions">
          <Button type="submit" variant="primary" busy={form.submitting}>
            Update Password
          </Button>
        </div>
      </ContractForm>
      <p className="form-else">
        Each link works once and for one hour.{' '}
        <Link className="link" to={paths.resetPasswordRequest}>
          Ask for a new one
        </Link>
      </p>
    </>
  );
}
