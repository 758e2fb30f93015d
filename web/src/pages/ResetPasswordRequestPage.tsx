import { useNavigate } from 'react-router';
import { requestPasswordReset } from '#features/auth/api.ts';
import { ContractForm } from '#lib/ContractForm.tsx';
import { paths } from '#lib/paths.ts';
import { useTextForm } from '#lib/use-text-form.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Link } from '#ui/Link.tsx';
import { TextInput } from '#ui/TextInput.tsx';

export const head = () => ({ description: 'Ask for a link to set a new password.' });

export function Page() {
  const navigate = useNavigate();
  const form = useTextForm({
    schema: async () => (await import('@gyan/contract/auth.ts')).ResetRequestForm,
    submit: async (values) => {
      await requestPasswordReset(values);
      await navigate(paths.resetPassword);
    },
    errorField: 'emailId',
  });
  return (
    <div className="form-page">
      <h1>Reset password</h1>
      <p>Tell us your e-mail address, and we will send you a link to set a new password.</p>
      <ContractForm form={form}>
        <Field label="E-mail" error={form.errorOf('emailId')}>
          <TextInput
            name="emailId"
            type="email"
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <div className="form-actions">
          <Button type="submit" variant="primary" busy={form.submitting}>
            Reset Password
          </Button>
        </div>
      </ContractForm>
      <p className="form-else">
        It came back to you?{' '}
        <Link className="link" to={paths.login()}>
          Login
        </Link>
      </p>
    </div>
  );
}
