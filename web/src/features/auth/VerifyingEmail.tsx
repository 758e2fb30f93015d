import type { UserModel } from '@gyan/contract/users.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { afterSignIn, onboardingStep } from '#features/session/after-sign-in.ts';
import { useViewer } from '#features/session/store.ts';
import { returnPath } from '#features/session/stored-values.ts';
import { ApiProblem, offlineProblem } from '#lib/api-problem.ts';
import { paths } from '#lib/paths.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { NeedsJavaScript } from '#ui/NeedsJavaScript.tsx';
import { verifyEmail } from './api.ts';
import { ProgressMessage } from './ProgressMessage.tsx';

let last: { regToken: string; user: Promise<UserModel> } | undefined;

/** The link works once: verify once even if the component mounts twice. */
function verifyOnce(regToken: string): Promise<UserModel> {
  if (last?.regToken !== regToken) last = { regToken, user: verifyEmail(regToken) };
  return last.user;
}

/** Verifies the token of the e-mail's link. */
export function VerifyingEmail({ regToken }: { regToken: string }) {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<ApiProblem>();

  const arrive = (user: UserModel) => void navigate(afterSignIn(user, returnPath.take()), { replace: true });
  const fail = (error: unknown) => setProblem(error instanceof ApiProblem ? error : offlineProblem());

  const onArrival = useEffectEvent(arrive);
  const onRefusal = useEffectEvent(fail);
  useEffect(() => {
    let current = true;
    verifyOnce(regToken).then(
      (user) => {
        if (current) onArrival(user);
      },
      (error: unknown) => {
        if (current) onRefusal(error);
      },
    );
    return () => {
      current = false;
    };
  }, [regToken]);

  const tryAgain = async () => {
    setProblem(undefined);
    try {
      arrive(await verifyEmail(regToken));
    } catch (error) {
      fail(error);
    }
  };

  return (
    <>
      <h1>Verifying email</h1>
      {problem ? (
        <NotVerified problem={problem} onRetry={() => void tryAgain()} />
      ) : (
        <>
          <NeedsJavaScript subject="Verifying your address" />
          <ProgressMessage>One moment, please</ProgressMessage>
        </>
      )}
    </>
  );
}

function NotVerified({ problem, onRetry }: { problem: ApiProblem; onRetry: () => void }) {
  const viewer = useViewer();
  if (problem.code !== 'token_invalid') {
    return (
      <>
        <Alert tone="danger">{problem.detail}</Alert>
        <div>
          <Button variant="primary" onClick={onRetry}>
            Try again
          </Button>
        </div>
      </>
    );
  }
  const verified = viewer.status === 'in' && viewer.user.emailVerified !== false;
  return (
    <>
      <Alert tone="danger">{problem.detail}</Alert>
      {verified ? (
        <>
          <p>No harm done: you are signed in, and your e-mail address is verified.</p>
          <div>
            <ButtonLink variant="primary" to={onboardingStep(viewer.user)}>
              Go on
            </ButtonLink>
          </div>
        </>
      ) : (
        <>
          <p>
            {viewer.status === 'in'
              ? 'Only the link in our latest e-mail works. We can send you a new one.'
              : 'If you have used it before, your address is verified and you can sign in. If not, sign in to have a new link sent to you.'}
          </p>
          <div>
            <ButtonLink variant="primary" to={viewer.status === 'in' ? paths.verifyEmail : paths.login()}>
              {viewer.status === 'in' ? 'Send a new link' : 'Login'}
            </ButtonLink>
          </div>
        </>
      )}
    </>
  );
}
