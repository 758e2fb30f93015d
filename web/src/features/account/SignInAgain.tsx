import { useState } from 'react';
import { api } from '#features/session/actions.ts';
import { removeStoredSession } from '#features/session/store.ts';
import { ApiProblem } from '#lib/api-problem.ts';
import { paths } from '#lib/paths.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';

export const needsReauthentication = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code === 'reauth_required';

/** Users without a password reauthenticate at their sign-in provider. */
export function SignInAgain({ tab }: { tab: string }) {
  const [isLeaving, setLeaving] = useState(false);
  const signOutAndReturn = async () => {
    setLeaving(true);
    await api('POST /r/logout').catch(() => undefined);
    removeStoredSession();
    location.assign(paths.login(paths.settingsTab(tab)));
  };
  return (
    <Alert title="Please sign in again">
      <p>You signed in a while ago. Sign in once more, and we will bring you back here.</p>
      <p className="alert-action">
        <Button size="sm" busy={isLeaving} onClick={() => void signOutAndReturn()}>
          Sign in again
        </Button>
      </p>
    </Alert>
  );
}
