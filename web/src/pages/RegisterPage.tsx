import { useNavigate, useSearchParams } from 'react-router';
import { findSignUp, signUp } from '#features/auth/api.ts';
import { GoogleButton } from '#features/auth/GoogleButton.tsx';
import { invitationIn } from '#features/auth/invitation.ts';
import { OrDivider } from '#features/auth/OrDivider.tsx';
import { returnPath } from '#features/session/stored-values.ts';
import { WhenSignedOut } from '#features/session/WhenViewer.tsx';
import { ContractForm } from '#lib/ContractForm.tsx';
import { paths } from '#lib/paths.ts';
import { useSite } from '#lib/site.ts';
import { useTextForm } from '#lib/use-text-form.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Link } from '#ui/Link.tsx';
import { PasswordInput } from '#ui/PasswordInput.tsx';
import { TextInput } from '#ui/TextInput.tsx';

export const head = () => ({ description: 'Join Gyan: like and discuss cards, follow topics, find people.' });

export function Page() {
  const { google } = useSite();
  const [search] = useSearchParams();
  const returnUrl = search.get('returnUrl');
  return (
    <div className="form-page">
      <h1>Register</h1>
      {google && (
        <WhenSignedOut>
          <GoogleButton label="Sign up with google" returnUrl={returnUrl} />
          <OrDivider />
        </WhenSignedOut>
      )}
      <SignUpForm returnUrl={returnUrl} />
      <p className="form-else">
        Already have an account?{' '}
        <Link className="link" to={paths.login(returnUrl ?? undefined)}>
          Login
        </Link>
      </p>
    </div>
  );
}

function SignUpForm({ returnUrl }: { returnUrl: string | null }) {
  const navigate = useNavigate();
  // Filled in again when the user comes back to correct the address.
  const typed = findSignUp();
  const form = useTextForm({
    schema: async () => (await import('@gyan/contract/auth.ts')).RegisterForm,
    submit: async (values) => {
      await signUp({ ...values, invitationToken: invitationIn(returnUrl) });
      if (returnUrl !== null) returnPath.write(returnUrl);
      await navigate(paths.verifyEmail);
    },
    clearOnFailure: ['password'],
    errorField: 'emailID',
    silentWhenEmpty: ['lastName'],
  });
  return (
    <ContractForm form={form}>
      <div className="name-fields">
        <Field label="First name" error={form.errorOf('firstName')} marked>
          <TextInput name="firstName" autoComplete="given-name" defaultValue={typed?.firstName} />
        </Field>
        <Field label="Last name" error={form.errorOf('lastName')} marked>
          <TextInput name="lastName" autoComplete="family-name" defaultValue={typed?.lastName} />
        </Field>
      </div>
      <Field label="E-mail" error={form.errorOf('emailID')} marked>
        <TextInput
          name="emailID"
          type="email"
          autoComplete="email"
          defaultValue={typed?.emailID}
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field label="Password" hint="At least 6 characters" error={form.errorOf('password')} marked>
        <PasswordInput name="password" autoComplete="new-password" defaultValue={typed?.password} />
      </Field>
      <div className="form-actions">
        <Button type="submit" variant="primary" busy={form.submitting}>
          Register
        </Button>
      </div>
    </ContractForm>
  );
}
