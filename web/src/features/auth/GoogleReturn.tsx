import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { afterSignIn } from '#features/session/after-sign-in.ts';
import { useSite } from '#lib/site.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import {
  canDeliverLater,
  deliverToken,
  failureMessage,
  finishGoogle,
  type GoogleVisit,
  type LoginMessage,
} from './google-return.ts';
import { Waiting } from './Waiting.tsx';

export interface GoogleReturnProps {
  /** The sign-in is not going to happen; with the way back that the person had asked for. */
  onFailure: (message: LoginMessage, returnUrl: string | null) => void;
}

/** Finishes what began at the Google button, now that the person is back. */
export function GoogleReturn({ onFailure }: GoogleReturnProps) {
  const { google } = useSite();
  const navigate = useNavigate();
  const [undelivered, setUndelivered] = useState<string>();

  const settle = async ({ user, returnUrl }: GoogleVisit, isCurrent: () => boolean) => {
    setUndelivered(undefined);
    try {
      const to = afterSignIn(await user, returnUrl);
      if (isCurrent()) await navigate(to, { replace: true });
    } catch (error) {
      if (!isCurrent()) return;
      if (canDeliverLater(error)) setUndelivered(failureMessage(error).text);
      else onFailure(failureMessage(error), returnUrl);
    }
  };
  const begin = useEffectEvent((isCurrent: () => boolean) =>
    settle(finishGoogle(google, location.href), isCurrent),
  );

  useEffect(() => {
    let current = true;
    void begin(() => current);
    return () => {
      current = false;
    };
  }, []);

  const tryAgain = () => {
    const { returnUrl } = finishGoogle(google, location.href);
    void settle({ returnUrl, user: deliverToken() }, () => true);
  };

  if (undelivered === undefined) return <Waiting>Signing you in</Waiting>;
  return (
    <div className="grid gap-4 justify-items-start">
      <Alert tone="danger">{undelivered}</Alert>
      <Button variant="primary" onClick={tryAgain}>
        Try again
      </Button>
    </div>
  );
}
