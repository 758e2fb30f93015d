import { LoginForm } from '@gyan/contract/auth.ts';
import { type FormEvent, useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { signIn } from '#features/session/actions.ts';
import { useViewer } from '#features/session/store.ts';
import { ApiProblem, offlineProblem } from '#lib/api-problem.ts';
import { paths } from '#lib/paths.ts';
import { safeReturnUrl } from '#lib/return-url.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import type { FormError } from '#ui/form-errors.ts';
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

const check = (values: { emailId: string; password: string }): FormError[] => {
  const result = LoginForm.safeParse(values);
  if (result.success) return [];
  return result.error.issues.map(({ path, message }) => ({ field: String(path[0]), message }));
};

function SignInForm() {
  const [emailId, setEmailId] = useState('');
  const [password, setPassword] = useState('');
  const [submitting, setSubmitting] = useState(false);
  const [errors, setErrors] = useState<readonly FormError[]>([]);
  /** The server's sentence: the alert goes after five seconds, what stands beside the field stays. */
  const [refusal, setRefusal] = useState<{ text: string; shown: boolean }>();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wrong = check({ emailId, password });
    setErrors(wrong);
    setRefusal(undefined);
    if (wrong.length > 0) return;
    setSubmitting(true);
    try {
      await signIn(emailId.trim(), password);
    } catch (error) {
      const problem = error instanceof ApiProblem ? error : offlineProblem();
      setPassword('');
      setErrors([...problem.fields]);
      setRefusal({ text: problem.detail, shown: true });
      setSubmitting(false);
    }
  };

  const errorOf = (field: string) => errors.find((error) => error.field === field)?.message;

  return (
    <>
      {refusal?.shown && (
        <Alert tone="danger" autoHide dismissible onHide={() => setRefusal({ ...refusal, shown: false })}>
          {refusal.text}
        </Alert>
      )}
      <Form errors={errors} submitting={submitting} onSubmit={(event) => void submit(event)}>
        <Field label="E-mail" error={errorOf('emailId')}>
          <TextInput
            type="email"
            name="emailId"
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            value={emailId}
            onChange={(event) => setEmailId(event.target.value)}
          />
        </Field>
        <Field label="Password" error={errorOf('password') ?? refusal?.text}>
          <PasswordInput
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <div className="form-actions">
          <Button type="submit" variant="primary" busy={submitting}>
            Login
          </Button>
          <Link className="link" to={paths.resetPasswordRequest}>
            Forgot your password?
          </Link>
        </div>
      </Form>
    </>
  );
}
