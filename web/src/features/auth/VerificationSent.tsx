import { useEffect, useState } from 'react';
import { onboardingStep } from '#features/session/after-sign-in.ts';
import { useViewer } from '#features/session/store.ts';
import { WhenSignedOut } from '#features/session/WhenViewer.tsx';
import { ApiProblem, offlineProblem } from '#lib/api-problem.ts';
import { paths } from '#lib/paths.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { Link } from '#ui/Link.tsx';
import { readVerified, resendVerification } from './api.ts';
import { DemoMail } from './DemoMail.tsx';

/** Asks the user to verify the e-mail address. */
export function VerificationSent() {
  const viewer = useViewer();
  const unverified = viewer.status === 'in' && viewer.user.emailVerified === false;
  return (
    <>
      <h1>Please verify email</h1>
      <p>We have sent an email to confirm your email address. Please click the link provided in the email.</p>
      <DemoMail />
      {unverified && <SendAgain />}
      {viewer.status === 'in' && !unverified && (
        <>
          <Alert tone="success">You are signed in, and your e-mail address is verified.</Alert>
          <div>
            <ButtonLink variant="primary" to={onboardingStep(viewer.user)}>
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

function SendAgain() {
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    // The link may be opened on another device.
    const look = () => {
      if (document.visibilityState === 'visible') readVerified().catch(() => undefined);
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);

  const resend = async () => {
    setBusy(true);
    setSent(false);
    setProblem(undefined);
    try {
      await resendVerification();
      setSent(true);
    } catch (error) {
      setProblem((error instanceof ApiProblem ? error : offlineProblem()).detail);
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <div>
        <Button variant="primary" busy={busy} onClick={() => void resend()}>
          Resend
        </Button>
      </div>
      {sent && (
        <Alert tone="success" dismissible onHide={() => setSent(false)}>
          A new e-mail is on its way. Only the link in the latest one works. We send at most three an hour, so
          if none arrives, please wait an hour.
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
