import type { UserModel } from '@gyan/contract/users.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#features/session/actions.ts';
import { millisecondsOf } from '#lib/relative-time.ts';
import { Alert } from '#ui/Alert.tsx';
import { announce } from '#ui/announcer.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { factorsOf, refusalText } from './factors.ts';
import { ReauthenticationForm } from './ReauthenticationForm.tsx';

const dateAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

interface FactorsEndingProps {
  user: UserModel;
  endAt: number;
  onStopped: () => void;
}

/** The factors were reported as lost. Their owner can stop the removal with the password. */
export function FactorsEnding({ user, endAt, onStopped }: FactorsEndingProps) {
  const [isAsking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const client = useQueryClient();

  const close = () => {
    setAsking(false);
    setError(undefined);
  };
  const stop = async (currentPasswd: string) => {
    setBusy(true);
    setError(undefined);
    try {
      const factors = await api('DELETE /r/factor_reset', { body: { currentPasswd } });
      client.setQueryData(factorsOf(user.userId).queryKey, factors);
      announce('Your factors stay.');
      onStopped();
    } catch (problem) {
      setError(refusalText(problem));
      setBusy(false);
    }
  };

  return (
    <>
      <Alert title="Your factors will be removed">
        <p>
          On {dateAndTime.format(millisecondsOf(endAt))}, because they were reported as lost. Factors that you
          add now stay. If it was not you, stop it here or by the e-mail about it.
        </p>
        <p className="alert-action">
          <Button size="sm" onClick={() => setAsking(true)}>
            Stop the removal
          </Button>
        </p>
      </Alert>
      {isAsking && (
        <Dialog open title="Stop the removal of your factors" onClose={close}>
          <ReauthenticationForm
            email={user.emailId}
            hint="Only the password shows that the account is yours."
            error={error}
            busy={busy}
            submitLabel="Stop the removal"
            onPassword={(password) => void stop(password)}
          />
        </Dialog>
      )}
    </>
  );
}
