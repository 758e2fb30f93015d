import type { UserModel } from '@gyan/contract/users.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { onboardingStep } from '#features/session/after-sign-in.ts';
import { useViewer } from '#features/session/store.ts';
import { returnPath, signedUpAddress } from '#features/session/stored-values.ts';
import { WhenSignedOut } from '#features/session/WhenViewer.tsx';
import { ApiProblem, offlineProblem } from '#lib/api-problem.ts';
import { paths } from '#lib/paths.ts';
import { withReturnUrl } from '#lib/return-url.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { Link } from '#ui/Link.tsx';
import { findSignUp, readVerified, resendVerification, signUp, signUpAgain } from './api.ts';
import { DemoMail } from './DemoMail.tsx';

/** Asks the user to verify the e-mail address. */
export function VerificationSent() {
  const viewer = useViewer();
  const signedUp = useSyncExternalStore(neverChanges, signedUpAddress.read, () => undefined);
  const user = viewer.status === 'in' ? viewer.user : undefined;
  const isVerified = user !== undefined && user.emailVerified !== false;
  const address = user ? user.emailId : signedUp;
  return (
    <>
      <h1>Please verify email</h1>
      <p>We have sent an email to confirm your email address. Please click the link provided in the email.</p>
      {address && !isVerified && <SentTo address={address} user={user} />}
      <DemoMail />
      {isVerified && (
        <>
          <Alert tone="success">You are signed in, and your e-mail address is verified.</Alert>
          <div>
            <ButtonLink variant="primary" to={onboardingStep(user)}>
              Go on
            </ButtonLink>
          </div>
        </>
      )}
      <WhenSignedOut>
        <p className="form-else">
          Nothing there, not even among the junk?{' '}
          <Link className="link" to={paths.login()}>
            Login
          </Link>{' '}
          and we will send it again.
        </p>
      </WhenSignedOut>
    </>
  );
}

const neverChanges = () => () => undefined;

interface SentToProps {
  address: string;
  /** Undefined right after the sign-up, which starts no session. */
  user: UserModel | undefined;
}

/** Names the address, sends the e-mail again, and leads back to the sign-up to correct the address. */
function SentTo({ address, user }: SentToProps) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const [problem, setProblem] = useState<string>();
  const typed = findSignUp();

  useEffect(() => {
    // The link may be opened on another device.
    const look = () => {
      if (document.visibilityState === 'visible' && user) readVerified().catch(() => undefined);
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [user]);

  const resend = async () => {
    setBusy(true);
    setSent(false);
    setProblem(undefined);
    try {
      await (user || !typed ? resendVerification() : signUp(typed));
      setSent(true);
    } catch (error) {
      setProblem((error instanceof ApiProblem ? error : offlineProblem()).detail);
    } finally {
      setBusy(false);
    }
  };

  const correct = async () => {
    if (user) await signUpAgain(user);
    await navigate(withReturnUrl(paths.register, returnPath.read() ?? null));
  };

  return (
    <>
      <p>
        It went to <strong className="sent-to">{address}</strong>.
      </p>
      <div className="cluster">
        {(user || typed?.password) && (
          <Button variant="primary" busy={busy} onClick={() => void resend()}>
            Resend
          </Button>
        )}
        <Button onClick={() => void correct()}>Correct the address</Button>
      </div>
      {sent && (
        <Alert tone="success" dismissible onHide={() => setSent(false)}>
          A new e-mail is on its way. We send at most three an hour, so if none arrives, please wait an hour.
        </Alert>
      )}
      {problem && (
        <Alert tone="danger" autoHide dismissible onHide={() => setProblem(undefined)}>
          {problem}
        </Alert>
      )}
    </>
  );
}
