import type { SecondFactorKind, SecondFactorNeeded } from '@gyan/contract/auth.ts';
import type { UserModel } from '@gyan/contract/users.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { api } from '#features/session/actions.ts';
import { paths } from '#lib/paths.ts';
import { millisecondsOf } from '#lib/relative-time.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Link } from '#ui/Link.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { finishSignIn } from '../api.ts';
import { finishWithPasskey, passkeyMessage } from './passkey-sign-in.ts';

interface SecondStepProps {
  needed: SecondFactorNeeded;
  /** The first proof was the link of an e-mail, so lost factors can be reported. */
  byEmail?: boolean;
  onDone?: (user: UserModel) => void;
  onCancel: () => void;
}

const preferred: readonly SecondFactorKind[] = ['totp', 'passkey', 'recovery'];

const otherLabels: Record<SecondFactorKind, string> = {
  totp: 'Use my authenticator app',
  passkey: 'Use a passkey',
  recovery: 'Use a recovery code',
};

/** Asks for the second factor after a right password. */
export function SecondStep({ needed, byEmail = false, onDone, onCancel }: SecondStepProps) {
  const kinds = preferred.filter((kind) => needed.secondFactor.includes(kind));
  const [kind, setKind] = useState<SecondFactorKind>(kinds[0] ?? 'recovery');
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [endsAt, setEndsAt] = useState<number>();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const attempt = async (action: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      await action();
    } catch (problem) {
      setError(passkeyMessage(problem));
    } finally {
      setCode('');
      setBusy(false);
    }
  };
  const finish = () =>
    attempt(async () => {
      const { ticket } = needed;
      const user =
        kind === 'passkey'
          ? await finishWithPasskey(ticket)
          : await finishSignIn({ ticket, kind, response: code });
      onDone?.(user);
    });
  const reportLoss = () =>
    attempt(async () => {
      const answer = await api('POST /factor_reset', { body: { ticket: needed.ticket } });
      setEndsAt(answer.endsAt);
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (kind === 'passkey' || code.trim() !== '') void finish();
    else setError('Please enter the code.');
  };
  const choose = (other: SecondFactorKind) => {
    setKind(other);
    setCode('');
    setError(undefined);
  };

  if (endsAt !== undefined) return <LossReported endsAt={endsAt} />;
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        Confirm that it is you
      </h1>
      <form className="stack" noValidate onSubmit={submit}>
        {kind === 'passkey' ? (
          <>
            <p>Use the passkey of this account to finish signing in.</p>
            {error !== undefined && <Alert tone="danger">{error}</Alert>}
          </>
        ) : (
          <CodeField key={kind} kind={kind} value={code} error={error} onChange={setCode} />
        )}
        <div className="form-actions">
          <Button type="submit" variant="primary" busy={busy}>
            {kind === 'passkey' ? 'Use my passkey' : 'Continue'}
          </Button>
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
      <div className="stack stack-start">
        {kinds
          .filter((other) => other !== kind)
          .map((other) => (
            <Button key={other} size="sm" onClick={() => choose(other)}>
              {otherLabels[other]}
            </Button>
          ))}
      </div>
      <LostFactors byEmail={byEmail} onReport={() => void reportLoss()} />
    </>
  );
}

interface CodeFieldProps {
  kind: 'totp' | 'recovery';
  value: string;
  error: string | undefined;
  onChange: (code: string) => void;
}

function CodeField({ kind, value, error, onChange }: CodeFieldProps) {
  const isTotp = kind === 'totp';
  return (
    <Field
      label={isTotp ? 'Code of your authenticator app' : 'Recovery code'}
      hint={isTotp ? 'Six digits that change every 30 seconds.' : 'Each code works once.'}
      error={error}
    >
      <TextInput
        name="code"
        value={value}
        autoComplete={isTotp ? 'one-time-code' : 'off'}
        inputMode={isTotp ? 'numeric' : 'text'}
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}

function LostFactors({ byEmail, onReport }: { byEmail: boolean; onReport: () => void }) {
  return (
    <details>
      <summary>I have lost all of these</summary>
      {byEmail ? (
        <div className="stack stack-start">
          <p>
            We can remove them after 72 hours. The waiting time protects you: we tell you by e-mail at once,
            and the e-mail has a button that stops it.
          </p>
          <Button onClick={onReport}>Remove them in 72 hours</Button>
        </div>
      ) : (
        <p>
          <Link className="link" to={paths.resetPasswordRequest}>
            Choose a new password by e-mail
          </Link>
          . It shows that the address is yours, and you can then have your lost factors removed.
        </p>
      )}
    </details>
  );
}

const dateAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' });

function LossReported({ endsAt }: { endsAt: number }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        Your factors will be removed
      </h1>
      <p>
        On {dateAndTime.format(millisecondsOf(endsAt))} your second factors end. From then on you can sign in
        with your new password alone.
      </p>
    </>
  );
}
