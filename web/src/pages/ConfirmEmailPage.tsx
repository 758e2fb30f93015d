import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { api, refreshUser } from '#features/session/actions.ts';
import { ApiProblem, offlineProblem } from '#lib/api-problem.ts';
import { paths } from '#lib/paths.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { Link } from '#ui/Link.tsx';
import { NeedsJavaScript } from '#ui/NeedsJavaScript.tsx';

export const head = () => ({ description: 'Confirm the new e-mail address of your account.' });

/** Opened by a link of an e-mail about a change of address. Opening it changes nothing. */
export function Page() {
  const t = useSearchParams()[0].get('t')?.trim();
  const [isComplete, setComplete] = useState<boolean>();
  if (isComplete !== undefined) return <Confirmed isComplete={isComplete} />;
  return <div className="form-page">{t ? <Question t={t} onDone={setComplete} /> : <NoToken />}</div>;
}

function Question({ t, onDone }: { t: string; onDone: (isComplete: boolean) => void }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem>();
  const confirm = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const { done } = await api('POST /email_confirm', { body: { t } });
      if (done) await refreshUser().catch(() => undefined);
      onDone(done);
    } catch (error) {
      setProblem(error instanceof ApiProblem ? error : offlineProblem());
      setBusy(false);
    }
  };
  return (
    <>
      <h1>Confirm the new address</h1>
      <NeedsJavaScript subject="This page" />
      <p>The e-mail address of your account changes once both addresses have confirmed it.</p>
      {problem && (
        <Alert tone="danger">
          {problem.detail}{' '}
          <Link className="link" to={paths.settingsTab('security')}>
            Open security settings
          </Link>
        </Alert>
      )}
      <div className="form-actions">
        <Button variant="primary" busy={busy} onClick={() => void confirm()}>
          Confirm
        </Button>
      </div>
    </>
  );
}

function Confirmed({ isComplete }: { isComplete: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="form-page">
      <h1 ref={heading} tabIndex={-1}>
        {isComplete ? 'Your address is changed' : 'One address is confirmed'}
      </h1>
      <p>
        {isComplete
          ? 'From now on you sign in with the new address, and all e-mails go there.'
          : 'Please open the e-mail at the other address and confirm it there too.'}
      </p>
      <p>
        <Link className="link" to={paths.landing}>
          Open Gyan
        </Link>
      </p>
    </div>
  );
}

function NoToken() {
  return (
    <>
      <h1>This link is not complete</h1>
      <p>Please open the whole link of the e-mail.</p>
    </>
  );
}
