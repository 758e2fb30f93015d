import type { UserModel } from '@gyan/contract/users.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { afterSignIn, onboardingStep } from '#features/session/after-sign-in.ts';
import { returnPath } from '#features/session/keepsakes.ts';
import { useViewer } from '#features/session/store.ts';
import { ApiProblem, offlineProblem } from '#lib/api-problem.ts';
import { paths } from '#lib/paths.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { verifyEmail } from './api.ts';
import { Waiting } from './Waiting.tsx';

let last: { regToken: string; user: Promise<UserModel> } | undefined;

/** A link works once, however often the page asks; a new try is one that the person makes. */
function verifyOnce(regToken: string, again: boolean): Promise<UserModel> {
  if (again || last?.regToken !== regToken) last = { regToken, user: verifyEmail(regToken) };
  return last.user;
}

/** Follows the link of the e-mail. */
export function VerifyingEmail({ regToken }: { regToken: string }) {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<ApiProblem>();

  const verify = async (again: boolean, isCurrent: () => boolean) => {
    setProblem(undefined);
    try {
      const user = await verifyOnce(regToken, again);
      if (isCurrent()) await navigate(afterSignIn(user, returnPath.take()), { replace: true });
    } catch (error) {
      if (isCurrent()) setProblem(error instanceof ApiProblem ? error : offlineProblem());
    }
  };
  const begin = useEffectEvent((isCurrent: () => boolean) => verify(false, isCurrent));

  useEffect(() => {
    let current = true;
    void begin(() => current);
    return () => {
      current = false;
    };
  }, []);

  return (
    <>
      <h1>Verifying email</h1>
      {problem ? (
        <NotVerified problem={problem} onRetry={() => void verify(true, () => true)} />
      ) : (
        <Waiting>One moment, please</Waiting>
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
            Each link works once. If you have used it before, your address is verified and you can simply sign
            in. If not, sign in to have a new link sent to you.
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
