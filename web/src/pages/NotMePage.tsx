import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { DemoMail } from '#features/auth/DemoMail.tsx';
import { api } from '#features/session/actions.ts';
import { ApiProblem, offlineProblem } from '#lib/api-problem.ts';
import { paths } from '#lib/paths.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { Link } from '#ui/Link.tsx';
import { NeedsJavaScript } from '#ui/NeedsJavaScript.tsx';

export const head = () => ({ description: 'Sign out every device and choose a new password.' });

/** Opened by the link of an e-mail about an account. Opening it changes nothing. */
export function Page() {
  const t = useSearchParams()[0].get('t')?.trim();
  const [done, setDone] = useState(false);
  return (
    <div className="form-page">
      {done ? <Done /> : t ? <Question t={t} onDone={() => setDone(true)} /> : <NoToken />}
    </div>
  );
}

function Question({ t, onDone }: { t: string; onDone: () => void }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem>();
  const confirm = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await api('POST /not_me', { body: { t } });
      onDone();
    } catch (error) {
      setProblem(error instanceof ApiProblem ? error : offlineProblem());
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <h1>Was this not you?</h1>
      <NeedsJavaScript subject="This page" />
      <p>
        We then sign out every device, end your password and API tokens, and remove factors that were added
        since. You get an e-mail to choose a new password.
      </p>
      {problem && (
        <Alert tone="danger">
          {problem.detail}{' '}
          <Link className="link" to={paths.resetPasswordRequest}>
            Choose a new password
          </Link>
        </Alert>
      )}
      <div className="form-actions">
        <Button variant="danger" busy={busy} onClick={() => void confirm()}>
          This was not me
        </Button>
        <Link className="link" to={paths.landing}>
          It was me
        </Link>
      </div>
    </>
  );
}

function Done() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        Your account is locked for now
      </h1>
      <p>
        Every device is signed out. Please open the e-mail that we have just sent, and choose a new password.
      </p>
      <DemoMail />
    </>
  );
}

function NoToken() {
  return (
    <>
      <h1>This link is not complete</h1>
      <p>
        Please open the whole link of the e-mail, or{' '}
        <Link className="link" to={paths.resetPasswordRequest}>
          choose a new password
        </Link>
        .
      </p>
    </>
  );
}
