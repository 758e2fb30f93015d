import './invitations.css';
import { useEffect } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { GoogleButton } from '#features/auth/GoogleButton.tsx';
import { OrDivider } from '#features/auth/OrDivider.tsx';
import { useViewer } from '#features/session/store.ts';
import { returnPath } from '#features/session/stored-values.ts';
import { WhenSignedOut } from '#features/session/WhenViewer.tsx';
import { lazyPart } from '#lib/lazy-part.tsx';
import { paths } from '#lib/paths.ts';
import { withReturnUrl } from '#lib/return-url.ts';
import { useSite } from '#lib/site.ts';
import { Alert } from '#ui/Alert.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { Inviter } from './Inviter.tsx';

interface AcceptViewProps {
  title: string;
  /** What the visitor has to do before accepting. */
  before: 'sign in' | 'sign up';
}

const accepting = lazyPart(async () => (await import('./AcceptInvitation.tsx')).AcceptInvitation);

/** The page behind the link of an invitation e-mail. */
export function AcceptView({ title, before }: AcceptViewProps) {
  const viewer = useViewer();
  const token = useSearchParams()[0].get('t')?.trim() ?? '';
  return (
    <div className="accept-page">
      <h1>{title}</h1>
      {token === '' ? (
        <Alert>This address is not complete. Please open the link of the e-mail again.</Alert>
      ) : (
        <>
          <WhenSignedOut>
            <Inviter token={token} isMember={before === 'sign in'} />
            <SignInOptions before={before} />
          </WhenSignedOut>
          {viewer.status === 'in' &&
            (viewer.user.emailVerified === false ? (
              <VerifyFirst />
            ) : (
              <accepting.Component viewer={viewer.user} token={token} />
            ))}
        </>
      )}
    </div>
  );
}

/** The ways to sign in; all of them return here. */
function SignInOptions({ before }: Pick<AcceptViewProps, 'before'>) {
  const { pathname, search } = useLocation();
  const { google } = useSite();
  const here = pathname + search;
  const signIn = (
    <ButtonLink key="in" to={paths.login(here)}>
      Sign in with e-mail
    </ButtonLink>
  );
  const signUp = (
    <ButtonLink key="up" to={withReturnUrl(paths.register, here)}>
      Sign up with e-mail
    </ButtonLink>
  );
  return (
    <>
      <p className="lead">Please {before} before accepting the request.</p>
      <GoogleButton returnUrl={here} />
      {google && <OrDivider />}
      <div className="cluster accept-choices">
        {before === 'sign up' ? [signUp, signIn] : [signIn, signUp]}
      </div>
    </>
  );
}

/** After the verification the user returns here. */
function VerifyFirst() {
  const { pathname, search } = useLocation();
  const here = pathname + search;
  useEffect(() => returnPath.write(here), [here]);
  return <Navigate to={paths.verifyEmail} replace />;
}
