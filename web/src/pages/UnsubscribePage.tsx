import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { isNoticeKind, kindTexts } from '#features/notices/kinds.ts';
import { api } from '#features/session/actions.ts';
import { ApiProblem } from '#lib/api-problem.ts';
import { paths } from '#lib/paths.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { Link } from '#ui/Link.tsx';

export const head = () => ({ description: 'Stop the e-mails that you no longer want.' });

/** Opened by the link of an e-mail, also signed out. Opening it changes nothing. */
export function Page() {
  const [search] = useSearchParams();
  const t = search.get('t')?.trim();
  const [done, setDone] = useState(search.has('done'));
  return (
    <div className="form-page">
      {done ? <Done /> : t ? <Question t={t} onDone={() => setDone(true)} /> : <NoToken />}
    </div>
  );
}

/** What the link stops. Its token names the kind, `7-digest-…`, and the server checks its signature. */
function emailsOf(t: string): string {
  const kind = /^\d+-([a-z_]+)-/.exec(t)?.[1] ?? null;
  if (kind === 'digest') return 'the digest of your notices by e-mail';
  if (isNoticeKind(kind)) return `e-mails about this: ${kindTexts[kind].label}`;
  return 'e-mails of the kind that brought you here';
}

function Question({ t, onDone }: { t: string; onDone: () => void }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      await api('POST /unsubscribe', { body: { t } });
      onDone();
    } catch (error) {
      const isInvalid = error instanceof ApiProblem && error.code === 'token_invalid';
      setProblem(isInvalid ? 'This link is not valid.' : 'That did not work. Please try again.');
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <h1>Stop these e-mails?</h1>
      <p>
        You will no longer get {emailsOf(t)}. Your notices stay on the site, and e-mails about the security of
        your account still come.
      </p>
      {/* Without JavaScript the browser posts it to the address that mail programs use. */}
      <form
        className="stack"
        method="post"
        action={paths.unsubscribeBy(t)}
        onSubmit={(event) => void submit(event)}
      >
        <input type="hidden" name="List-Unsubscribe" value="One-Click" />
        {problem && (
          <Alert tone="danger">
            {problem} You can choose your e-mails in{' '}
            <Link className="link" to={paths.settingsTab('notices')}>
              your settings
            </Link>
            .
          </Alert>
        )}
        <div className="form-actions">
          <Button type="submit" variant="primary" busy={busy}>
            Stop these e-mails
          </Button>
        </div>
      </form>
    </>
  );
}

function Done() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        These e-mails are stopped
      </h1>
      <p>
        You can have them again, or choose others, in{' '}
        <Link className="link" to={paths.settingsTab('notices')}>
          your settings
        </Link>
        .
      </p>
    </>
  );
}

function NoToken() {
  return (
    <>
      <h1>This link is not complete</h1>
      <p>
        Please open the whole link of the e-mail, or choose your e-mails in{' '}
        <Link className="link" to={paths.settingsTab('notices')}>
          your settings
        </Link>
        .
      </p>
    </>
  );
}
