import type { SecondFactorNeeded } from '@gyan/contract/auth.ts';
import type { UserModel } from '@gyan/contract/users.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { afterSignIn } from '#features/session/after-sign-in.ts';
import { SecondFactorRequired } from '#features/session/sign-in.ts';
import { safeReturnUrl } from '#lib/return-url.ts';
import { useSite } from '#lib/site.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import {
  canRetryDelivery,
  deliverToken,
  failureMessage,
  finishGoogle,
  type LoginMessage,
} from './google-return.ts';
import { ProgressMessage } from './ProgressMessage.tsx';

export interface GoogleReturnProps {
  /** The sign-in failed; `returnUrl` is the page the user wanted to return to. */
  onFailure: (message: LoginMessage, returnUrl: string | null) => void;
  onSecondFactor: (needed: SecondFactorNeeded, returnUrl: string | null) => void;
}

/** Completes the Google sign-in after the redirect. */
export function GoogleReturn({ onFailure, onSecondFactor }: GoogleReturnProps) {
  const { google } = useSite();
  const navigate = useNavigate();
  const [undelivered, setUndelivered] = useState<string>();

  const arrive = (user: UserModel | undefined, returnUrl: string | null) =>
    void navigate(user ? afterSignIn(user, returnUrl) : safeReturnUrl(returnUrl), { replace: true });

  const fail = (error: unknown, returnUrl: string | null) => {
    if (error instanceof SecondFactorRequired) onSecondFactor(error.needed, returnUrl);
    else if (canRetryDelivery(error)) setUndelivered(failureMessage(error).text);
    else onFailure(failureMessage(error), returnUrl);
  };

  const onArrival = useEffectEvent(arrive);
  const onRefusal = useEffectEvent(fail);
  useEffect(() => {
    let current = true;
    const { user, returnUrl } = finishGoogle(google, location.href);
    user.then(
      (person) => {
        if (current) onArrival(person, returnUrl);
      },
      (error: unknown) => {
        if (current) onRefusal(error, returnUrl);
      },
    );
    return () => {
      current = false;
    };
  }, [google]);

  const tryAgain = async () => {
    const { returnUrl } = finishGoogle(google, location.href);
    setUndelivered(undefined);
    try {
      arrive(await deliverToken(), returnUrl);
    } catch (error) {
      fail(error, returnUrl);
    }
  };

  if (undelivered === undefined) return <ProgressMessage>One moment, please</ProgressMessage>;
  return (
    <div className="stack stack-start">
      <Alert tone="danger">{undelivered}</Alert>
      <Button variant="primary" onClick={() => void tryAgain()}>
        Try again
      </Button>
    </div>
  );
}
