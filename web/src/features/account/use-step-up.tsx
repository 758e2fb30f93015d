import type { UserModel } from '@gyan/contract/users.ts';
import { type ReactNode, useState } from 'react';
import { needsReauthentication } from './SignInAgain.tsx';
import { StepUpDialog } from './StepUpDialog.tsx';

interface StepUp {
  /** Runs the action, again after the user has confirmed it if the server asks for that. Other errors are thrown. */
  run: (action: () => Promise<void>) => Promise<void>;
  /** To be rendered by the caller. */
  dialog: ReactNode;
}

/** Sensitive actions need the password or a factor, given within ten minutes. */
export function useStepUp(user: UserModel, onError: (error: unknown) => void): StepUp {
  const [waiting, setWaiting] = useState<{ action: () => Promise<void> }>();
  const run = async (action: () => Promise<void>) => {
    try {
      await action();
    } catch (error) {
      if (!needsReauthentication(error)) throw error;
      setWaiting({ action });
    }
  };
  const proceed = () => {
    setWaiting(undefined);
    waiting?.action().catch(onError);
  };
  return {
    run,
    dialog: waiting && (
      <StepUpDialog user={user} onConfirmed={proceed} onClose={() => setWaiting(undefined)} />
    ),
  };
}
