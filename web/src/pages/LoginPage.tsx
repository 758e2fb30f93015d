import type { SecondFactorNeeded } from '@gyan/contract/auth.ts';
import { useState, useSyncExternalStore } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { GoogleButton } from '#features/auth/GoogleButton.tsx';
import { GoogleReturn } from '#features/auth/GoogleReturn.tsx';
import { isGoogleReturn, type LoginMessage } from '#features/auth/google-return.ts';
import { secondStep } from '#features/auth/lazy-parts.ts';
import { OrDivider } from '#features/auth/OrDivider.tsx';
import { PasskeyButton } from '#features/auth/PasskeyButton.tsx';
import { afterSignIn } from '#features/session/after-sign-in.ts';
import { SecondFactorRequired, signIn } from '#features/session/sign-in.ts';
import { useViewer } from '#features/session/store.ts';
import { returnPath, sessionExpired } from '#features/session/stored-values.ts';
import { ContractForm } from '#lib/ContractForm.tsx';
import { paths } from '#lib/paths.ts';
import { withReturnUrl } from '#lib/return-url.ts';
import { useSite } from '#lib/site.ts';
import { useTextForm } from '#lib/use-text-form.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Link } from '#ui/Link.tsx';
import { PasswordInput } from '#ui/PasswordInput.tsx';
import { TextInput } from '#ui/TextInput.tsx';

export const head = () => ({ description: 'Sign in to Gyan with your e-mail address and password.' });

export function Page() {
  const viewer = useViewer();
  const { google } = useSite();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [message, setMessage] = useState<LoginMessage>();
  const [needed, setNeeded] = useState<SecondFactorNeeded>();
  const returnUrl = search.get('returnUrl');

  if (isGoogleReturn(search)) {
    const fail = (message: LoginMessage, returnUrl: string | null) => {
      setMessage(message);
      void navigate(paths.login(returnUrl ?? undefined), { replace: true });
    };
    const goOn = (needed: SecondFactorNeeded, returnUrl: string | null) => {
      setNeeded(needed);
      void navigate(paths.login(returnUrl ?? undefined), { replace: true });
    };
    return (
      <div className="form-page">
        <h1>Login</h1>
        <GoogleReturn onFailure={fail} onSecondFactor={goOn} />
      </div>
    );
  }
  if (viewer.status === 'in') return <Navigate to={afterSignIn(viewer.user, returnUrl)} replace />;
  if (needed) {
    return (
      <div className="form-page">
        <secondStep.Component needed={needed} onCancel={() => setNeeded(undefined)} />
      </div>
    );
  }
  return (
    <div className="form-page">
      <h1>Login</h1>
      {message ? <Alert tone={message.tone}>{message.text}</Alert> : <ExpiredNotice />}
      <SignInForm returnUrl={returnUrl} onSecondFactor={setNeeded} />
      <OrDivider />
      <PasskeyButton />
      {google && <GoogleButton returnUrl={returnUrl} />}
      <p className="form-else">
        New here?{' '}
        <Link className="link" to={withReturnUrl(paths.register, returnUrl)}>
          Create an account
        </Link>
      </p>
    </div>
  );
}

const neverChanges = () => () => undefined;

function ExpiredNotice() {
  const isExpired = useSyncExternalStore(
    neverChanges,
    () => sessionExpired.read() === true,
    () => false,
  );
  if (!isExpired) return null;
  return <Alert>Your session has ended. Sign in and we will bring you back to where you were.</Alert>;
}

interface SignInFormProps {
  returnUrl: string | null;
  onSecondFactor: (needed: SecondFactorNeeded) => void;
}

function SignInForm({ returnUrl, onSecondFactor }: SignInFormProps) {
  const form = useTextForm({
    schema: async () => (await import('@gyan/contract/auth.ts')).LoginForm,
    submit: async ({ emailId, password }) => {
      try {
        const user = await signIn(emailId, password);
        // These users continue through the link of the e-mail, which opens in another tab.
        if (user.emailVerified === false && returnUrl !== null) returnPath.write(returnUrl);
      } catch (error) {
        if (!(error instanceof SecondFactorRequired)) throw error;
        onSecondFactor(error.needed);
      }
    },
    clearOnFailure: ['password'],
    errorField: 'password',
  });
  return (
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
      <Field label="Password" error={form.errorOf('password')}>
        <PasswordInput name="password" autoComplete="current-password" />
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
