import { LoginForm } from '@gyan/contract/auth.ts';
import { Link, Navigate, useSearchParams } from 'react-router';
import { signIn } from '#features/session/actions.ts';
import { useViewer } from '#features/session/store.ts';
import { ContractForm } from '#lib/ContractForm.tsx';
import { paths } from '#lib/paths.ts';
import { safeReturnUrl } from '#lib/return-url.ts';
import { useContractForm } from '#lib/use-contract-form.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { PasswordInput } from '#ui/PasswordInput.tsx';
import { TextInput } from '#ui/TextInput.tsx';

export const head = () => ({ description: 'Sign in to Gyan with your e-mail address and password.' });

export function Page() {
  const viewer = useViewer();
  const [search] = useSearchParams();
  if (viewer.status === 'in') {
    const verified = viewer.user.emailVerified !== false;
    return <Navigate to={verified ? safeReturnUrl(search.get('returnUrl')) : paths.verifyEmail} replace />;
  }
  return (
    <div className="form-page">
      <h1>Login</h1>
      <SignInForm />
      <p className="form-else">
        New here?{' '}
        <Link className="link" to={paths.register}>
          Create an account
        </Link>
      </p>
    </div>
  );
}

function SignInForm() {
  const form = useContractForm({
    schema: LoginForm,
    defaults: { emailId: '', password: '' },
    submit: ({ emailId, password }) => signIn(emailId, password),
    clearOnFailure: ['password'],
    refusalBeside: 'password',
  });
  return (
    <ContractForm form={form}>
      <Field label="E-mail" error={form.errorOf('emailId')}>
        <TextInput
          {...form.register('emailId')}
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field label="Password" error={form.errorOf('password')}>
        <PasswordInput {...form.register('password')} autoComplete="current-password" />
      </Field>
      <div className="form-actions">
        <Button type="submit" variant="primary" busy={form.submitting}>
          Login
        </Button>
        <Link className="link" to={paths.resetPasswordRequest}>
          Forgot your password?
        </Link>
      </div>
    </ContractForm>
  );
}
