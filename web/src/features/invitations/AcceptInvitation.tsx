import type { UserModel } from '@gyan/contract/users.ts';
import { useEffect, useState } from 'react';
import { ProgressMessage } from '#features/auth/ProgressMessage.tsx';
import { onboardingStep } from '#features/session/after-sign-in.ts';
import { UserCard } from '#features/users/UserCard.tsx';
import { ApiProblem, offlineProblem } from '#lib/api-problem.ts';
import { paths } from '#lib/paths.ts';
import { displayName } from '#lib/text.ts';
import { Alert } from '#ui/Alert.tsx';
import { announce } from '#ui/announcer.ts';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { acceptOnce } from './accept-once.ts';

interface AcceptInvitationProps {
  viewer: UserModel;
  token: string;
}

/** Accepts the invitation as the signed-in user. */
export function AcceptInvitation({ viewer, token }: AcceptInvitationProps) {
  const [sender, setSender] = useState<UserModel>();
  const [problem, setProblem] = useState<ApiProblem>();
  const [tries, setTries] = useState(0);
  const { userId } = viewer;

  const tryAgain = () => {
    setProblem(undefined);
    setTries((count) => count + 1);
  };

  useEffect(() => {
    let current = true;
    acceptOnce(token, userId, tries > 0).then(
      ({ sendingUserModel }) => {
        if (!current) return;
        setSender(sendingUserModel);
        announce(`You're now connected to ${displayName(sendingUserModel)}.`);
      },
      (error: unknown) => {
        if (current) setProblem(error instanceof ApiProblem ? error : offlineProblem());
      },
    );
    return () => {
      current = false;
    };
  }, [token, tries, userId]);

  if (sender) return <NowConnected viewer={viewer} sender={sender} />;
  if (problem?.code === 'token_invalid' || problem?.code === 'not_found') return <NoLonger viewer={viewer} />;
  if (problem) {
    return (
      <>
        <Alert tone="danger">{problem.detail}</Alert>
        <div>
          <Button variant="primary" onClick={tryAgain}>
            Try again
          </Button>
        </div>
      </>
    );
  }
  return <ProgressMessage>One moment, please</ProgressMessage>;
}

function NowConnected({ viewer, sender }: { viewer: UserModel; sender: UserModel }) {
  return (
    <>
      <p className="lead">You're now connected to:</p>
      <UserCard user={sender} />
      <div className="cluster">
        <ButtonLink variant="primary" to={onboardingStep(viewer)}>
          Go on
        </ButtonLink>
        <ButtonLink to={paths.network}>My Network</ButtonLink>
      </div>
    </>
  );
}

/** Used, expired, withdrawn or for another user: the page does not reveal which. */
function NoLonger({ viewer }: { viewer: UserModel }) {
  return (
    <>
      <Alert title="This link does not work any more">
        A link works once, for thirty days, and only for whom it was sent to. Perhaps you have followed it
        before, or the request was taken back.
      </Alert>
      <p>
        You are signed in as {displayName(viewer)}. If the e-mail came to another address of yours, sign in
        with that one; if you know who wrote it, you can simply ask them from here.
      </p>
      <div className="cluster">
        <ButtonLink variant="primary" to={paths.network}>
          My Network
        </ButtonLink>
        <ButtonLink to={paths.growTab('search')}>Search for people</ButtonLink>
      </div>
    </>
  );
}
