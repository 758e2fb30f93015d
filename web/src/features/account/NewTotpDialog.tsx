import './account.css';
import type { AnswerOf } from '@gyan/contract/calls.ts';
import type { UserModel } from '@gyan/contract/users.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { api } from '#features/session/actions.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { announce } from '#ui/announcer.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { FactorNameForm } from './FactorNameForm.tsx';
import { refusalText } from './factors.ts';
import { useStepUp } from './use-step-up.tsx';

interface NewTotpDialogProps {
  user: UserModel;
  onAdded: () => void;
  onClose: () => void;
}

type Begun = AnswerOf<'POST /r/totp'>;

const qrCode = lazyPart(async () => (await import('./QrCode.tsx')).QrCode);

/** Sets up an authenticator app: a name, the QR code, and a first code of the app. */
export function NewTotpDialog({ user, onAdded, onClose }: NewTotpDialogProps) {
  const [begun, setBegun] = useState<Begun>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const fail = (error: unknown) => {
    setProblem(refusalText(error));
    setBusy(false);
  };
  const stepUp = useStepUp(user, fail);

  const begin = (name: string) => {
    setBusy(true);
    setProblem(undefined);
    const action = async () => setBegun(await api('POST /r/totp', { body: { name } }));
    return stepUp
      .run(action)
      .catch(fail)
      .finally(() => setBusy(false));
  };
  const confirm = async (factorId: number, code: string) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await api('POST /r/totp_confirm', { body: { factorId, code } });
      announce('The authenticator app is added.');
      onAdded();
      onClose();
    } catch (error) {
      fail(error);
    }
  };

  return (
    <Dialog open title="Add an authenticator app" onClose={onClose}>
      {begun ? (
        <ConfirmTotp
          begun={begun}
          problem={problem}
          busy={busy}
          onCode={(code) => void confirm(begun.factorId, code)}
          onCancel={onClose}
        />
      ) : (
        <FactorNameForm
          hint="So that you know it again, such as the name of your phone."
          initial="My phone"
          problem={problem}
          busy={busy}
          onName={(name) => void begin(name)}
          onCancel={onClose}
        />
      )}
      {stepUp.dialog}
    </Dialog>
  );
}

interface ConfirmTotpProps {
  begun: Begun;
  problem: string | undefined;
  busy: boolean;
  onCode: (code: string) => void;
  onCancel: () => void;
}

function ConfirmTotp({ begun, problem, busy, onCode, onCancel }: ConfirmTotpProps) {
  const [code, setCode] = useState('');
  const input = useRef<HTMLInputElement>(null);
  // At first, and again after a wrong code.
  useEffect(() => {
    if (!busy) input.current?.focus();
  }, [busy]);
  const secret = new URL(begun.otpauthUrl).searchParams.get('secret') ?? '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || code.trim() === '') return;
    setCode('');
    onCode(code);
  };
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <p>Scan this code with your authenticator app, then enter the six digits that it shows.</p>
      <qrCode.Component
        text={begun.otpauthUrl}
        label="QR code for the authenticator app"
        fallback={<div className="qr-code" />}
      />
      <details>
        <summary>I cannot scan it</summary>
        <p>
          <a className="link" href={begun.otpauthUrl}>
            Open it in an app on this device
          </a>
          , or type this key:
        </p>
        <p className="token-value secret-key">{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
      </details>
      <Field label="Code" error={problem}>
        <TextInput
          ref={input}
          value={code}
          autoComplete="one-time-code"
          inputMode="numeric"
          onChange={({ target }) => setCode(target.value)}
        />
      </Field>
      <div className="form-actions">
        <Button type="submit" variant="primary" busy={busy}>
          Confirm
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
