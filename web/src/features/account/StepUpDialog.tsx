import type { UserModel } from '@gyan/contract/users.ts';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { OrDivider } from '#features/auth/OrDivider.tsx';
import { api } from '#features/session/actions.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { factorsOf, refusalText } from './factors.ts';
import { ReauthenticationForm } from './ReauthenticationForm.tsx';
import { SignInAgain } from './SignInAgain.tsx';

interface StepUpDialogProps {
  user: UserModel;
  onConfirmed: () => void;
  onClose: () => void;
}

type Proof = Parameters<typeof api<'POST /r/reauthenticate'>>[1];

/** Confirms that it is the user, by password or factor, for the next ten minutes. */
export function StepUpDialog({ user, onConfirmed, onClose }: StepUpDialogProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const factors = useQuery(factorsOf(user.userId));
  const has = (kind: 'totp' | 'passkey') =>
    factors.data?.factorModelVec.some((factor) => factor.kind === kind) ?? false;

  const confirm = async (proofOf: () => Promise<Proof>) => {
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      await api('POST /r/reauthenticate', await proofOf());
      onConfirmed();
    } catch (problem) {
      setError(refusalText(problem));
      setBusy(false);
    }
  };
  const byPassword = (currentPasswd: string) => confirm(async () => ({ body: { currentPasswd } }));
  const byCode = (response: string) => confirm(async () => ({ body: { kind: 'totp', response } }));
  const byPasskey = () =>
    confirm(async () => {
      const { readPasskey } = await import('#lib/passkeys.ts');
      const { options, ticket } = await api('POST /r/reauthenticate_options');
      return { body: { kind: 'passkey', ticket, response: await readPasskey(options) } };
    });

  const hasPassword = user.hasPassword !== false;
  return (
    <Dialog open title="Please confirm that it is you" onClose={onClose}>
      <div className="stack">
        {error !== undefined && <Alert tone="danger">{error}</Alert>}
        {hasPassword && (
          <ReauthenticationForm
            email={user.emailId}
            error={undefined}
            busy={busy}
            submitLabel="Confirm"
            onPassword={(password) => void byPassword(password)}
          />
        )}
        {factors.isPending && <Skeleton width="wide" />}
        {hasPassword && (has('totp') || has('passkey')) && <OrDivider />}
        {has('totp') && <CodeForm busy={busy} onCode={(code) => void byCode(code)} />}
        {has('passkey') && (
          <Button
            busy={busy}
            icon={<KeyRound size={20} aria-hidden="true" />}
            onClick={() => void byPasskey()}
          >
            Use a passkey
          </Button>
        )}
        {!hasPassword && factors.data?.factorModelVec.length === 0 && <SignInAgain tab="security" />}
      </div>
    </Dialog>
  );
}

function CodeForm({ busy, onCode }: { busy: boolean; onCode: (code: string) => void }) {
  const [code, setCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === '') return;
    setCode('');
    onCode(code);
  };
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <Field label="Code of your authenticator app">
        <TextInput
          value={code}
          autoComplete="one-time-code"
          inputMode="numeric"
          onChange={({ target }) => setCode(target.value)}
        />
      </Field>
      <div className="form-actions">
        <Button type="submit" busy={busy}>
          Use the code
        </Button>
      </div>
    </form>
  );
}
