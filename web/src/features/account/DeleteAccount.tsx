import './account.css';
import type { UserModel } from '@gyan/contract/users.ts';
import { useState } from 'react';
import { api } from '#features/session/actions.ts';
import { removeStoredSession } from '#features/session/store.ts';
import { ApiProblem } from '#lib/api-problem.ts';
import { paths } from '#lib/paths.ts';
import { displayName } from '#lib/text.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { ReauthenticationForm } from './ReauthenticationForm.tsx';
import { needsReauthentication, SignInAgain } from './SignInAgain.tsx';

const graceDays = 30;

/** Deletes the account after a grace period in which the user can restore it. */
export function DeleteAccount({ user }: { user: UserModel }) {
  const [confirming, setConfirming] = useState(false);
  return (
    <section aria-labelledby="delete">
      <h2 id="delete">Delete my account</h2>
      <p className="quiet">
        Hides you and everything you made at once, and erases it after {graceDays} days. You may want to
        export your data first.
      </p>
      <Button variant="danger" onClick={() => setConfirming(true)}>
        Delete my account
      </Button>
      {confirming && <DeleteDialog user={user} onClose={() => setConfirming(false)} />}
    </section>
  );
}

function DeleteDialog({ user, onClose }: { user: UserModel; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem>();
  const hasPassword = user.hasPassword !== false;
  const needsSignIn = needsReauthentication(problem);

  const leave = async (currentPasswd?: string) => {
    setBusy(true);
    try {
      await api('DELETE /r/account', currentPasswd === undefined ? {} : { body: { currentPasswd } });
      removeStoredSession();
      location.assign(paths.landing);
    } catch (error) {
      setProblem(
        error instanceof ApiProblem
          ? error
          : new ApiProblem({
              status: 0,
              code: 'internal',
              detail: 'Something went wrong. Please try again.',
            }),
      );
      setBusy(false);
    }
  };

  const keep = (
    <Button variant="quiet" onClick={onClose}>
      Keep it
    </Button>
  );

  return (
    <Dialog
      open
      onClose={onClose}
      role="alertdialog"
      title={`Delete the account of ${displayName(user)}?`}
      footer={
        !hasPassword && (
          <>
            {keep}
            {!needsSignIn && (
              <Button variant="danger" busy={busy} onClick={() => void leave()}>
                Delete my account
              </Button>
            )}
          </>
        )
      }
    >
      <ul className="plain-list">
        <li>You are signed out everywhere, now.</li>
        <li>You and everything you made are hidden from everybody, now.</li>
        <li>After {graceDays} days all of it is erased for good.</li>
        <li>Until then, signing in again brings everything back.</li>
      </ul>
      {problem && !needsSignIn && <Alert tone="danger">{problem.detail}</Alert>}
      {hasPassword ? (
        <ReauthenticationForm
          email={user.emailId}
          hint="So that nobody else deletes it."
          error={needsSignIn ? problem?.detail : undefined}
          busy={busy}
          submitLabel="Delete my account"
          danger
          onPassword={(password) => void leave(password)}
        >
          {keep}
        </ReauthenticationForm>
      ) : (
        needsSignIn && <SignInAgain tab="account" />
      )}
    </Dialog>
  );
}
