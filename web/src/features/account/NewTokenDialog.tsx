import '#features/publication/lazy/publication-fields.css';
import './account.css';
import { TokenForm, type TokenScope } from '@gyan/contract/tokens.ts';
import type { UserModel } from '@gyan/contract/users.ts';
import { Copy } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { api } from '#features/session/actions.ts';
import { ApiProblem } from '#lib/api-problem.ts';
import { Alert } from '#ui/Alert.tsx';
import { announce } from '#ui/announcer.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { ReauthenticationForm } from './ReauthenticationForm.tsx';
import { needsReauthentication, SignInAgain } from './SignInAgain.tsx';
import { scopeTexts } from './token-scopes.ts';

interface NewTokenDialogProps {
  user: UserModel;
  onCreated: () => void;
  onClose: () => void;
}

type State =
  | { at: 'form'; nameError?: string | undefined; problem?: string | undefined }
  | { at: 'password'; message: string | undefined }
  | { at: 'done'; token: string };

/** Creates an API token and shows it, once. */
export function NewTokenDialog({ user, onCreated, onClose }: NewTokenDialogProps) {
  const [name, setName] = useState('');
  const [scope, setScope] = useState<TokenScope>('read');
  const [state, setState] = useState<State>({ at: 'form' });
  const [busy, setBusy] = useState(false);

  const create = async (currentPasswd?: string) => {
    if (busy) return;
    setBusy(true);
    try {
      const { token } = await api('POST /r/tokens', { body: { name, scope, currentPasswd } });
      setState({ at: 'done', token });
      onCreated();
    } catch (error) {
      const problem = error instanceof ApiProblem ? error : undefined;
      const detail = problem?.detail ?? 'Something went wrong. Please try again.';
      const nameError = problem?.fields.find(({ field }) => field === 'name')?.message;
      if (needsReauthentication(error))
        setState({ at: 'password', message: currentPasswd === undefined ? undefined : detail });
      else setState({ at: 'form', ...(nameError === undefined ? { problem: detail } : { nameError }) });
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { error } = TokenForm.safeParse({ name, scope });
    if (error) setState({ at: 'form', nameError: error.issues[0]?.message });
    else void create();
  };

  if (state.at === 'done') return <CreatedToken name={name} token={state.token} onClose={onClose} />;
  const cancel = (
    <Button variant="quiet" onClick={onClose}>
      Cancel
    </Button>
  );
  return (
    <Dialog open title="New API token" onClose={onClose}>
      {state.at === 'form' && (
        <form className="stack" noValidate onSubmit={submit}>
          {state.problem !== undefined && <Alert tone="danger">{state.problem}</Alert>}
          <Field label="Name" hint="What the token is for, such as “Backup script”." error={state.nameError}>
            <TextInput value={name} autoComplete="off" onChange={({ target }) => setName(target.value)} />
          </Field>
          <ScopeChoice value={scope} onChange={setScope} />
          <div className="form-actions">
            <Button type="submit" variant="primary" busy={busy}>
              Create token
            </Button>
            {cancel}
          </div>
        </form>
      )}
      {state.at === 'password' &&
        (user.hasPassword === false ? (
          <SignInAgain tab="account" />
        ) : (
          <ReauthenticationForm
            email={user.emailId}
            error={state.message}
            busy={busy}
            submitLabel="Create token"
            onPassword={(password) => void create(password)}
          >
            {cancel}
          </ReauthenticationForm>
        ))}
    </Dialog>
  );
}

const scopes: readonly TokenScope[] = ['read', 'write'];

function ScopeChoice({ value, onChange }: { value: TokenScope; onChange: (scope: TokenScope) => void }) {
  const id = useId();
  return (
    <fieldset className="choices">
      <legend className="field-label">What it may do</legend>
      {scopes.map((scope) => (
        <div key={scope} className="choice">
          <input
            id={`${id}-${scope}`}
            type="radio"
            name={id}
            checked={value === scope}
            aria-describedby={`${id}-${scope}-hint`}
            onChange={() => onChange(scope)}
          />
          <div>
            <label htmlFor={`${id}-${scope}`}>{scopeTexts[scope].label}</label>
            <p id={`${id}-${scope}-hint`} className="field-hint">
              {scopeTexts[scope].sentence}
            </p>
          </div>
        </div>
      ))}
    </fieldset>
  );
}

function CreatedToken({ name, token, onClose }: { name: string; token: string; onClose: () => void }) {
  const [copied, setCopied] = useState<boolean>();
  const input = useRef<HTMLTextAreaElement>(null);
  const copy = async () => {
    input.current?.select();
    try {
      await navigator.clipboard.writeText(token);
      setCopied(true);
      announce('The token is copied.');
    } catch {
      setCopied(false);
    }
  };
  return (
    <Dialog
      open
      // A press beside it would lose the token.
      role="alertdialog"
      title={`Your token “${name}”`}
      description="Copy it now and keep it like a password. It is not shown again."
      onClose={onClose}
      footer={
        <>
          <Button variant="primary" icon={<Copy size={20} aria-hidden="true" />} onClick={() => void copy()}>
            {copied ? 'Copied' : 'Copy token'}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <Field label="Token" labelHidden>
        <TextArea ref={input} className="token-value" rows={2} value={token} readOnly spellCheck={false} />
      </Field>
      {copied === false && (
        <Alert>The token could not be copied by itself. It is selected: copy it with the keyboard.</Alert>
      )}
    </Dialog>
  );
}
