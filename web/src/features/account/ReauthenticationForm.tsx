import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { PasswordInput } from '#ui/PasswordInput.tsx';

interface ReauthenticationFormProps {
  email: string | null | undefined;
  /** Why the password is needed. */
  hint?: string;
  /** The server's error for the last password; undefined before the first attempt. */
  error: string | undefined;
  busy: boolean;
  onPassword: (password: string) => void;
  submitLabel: string;
  danger?: boolean;
  /** Another action, shown before the button. */
  children?: ReactNode;
}

/** Asks for the current password before a sensitive action. */
export function ReauthenticationForm({
  email,
  hint = 'You signed in a while ago, so please show that it is you.',
  error,
  busy,
  onPassword,
  submitLabel,
  danger = false,
  children,
}: ReauthenticationFormProps) {
  const [password, setPassword] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!busy) input.current?.focus();
  }, [busy]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || password === '') return;
    setPassword('');
    onPassword(password);
  };
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <input
        className="sr-only"
        type="text"
        autoComplete="username"
        value={email ?? ''}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <Field label="Current password" hint={hint} error={error}>
        <PasswordInput
          ref={input}
          name="currentPasswd"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <div className="form-actions">
        {children}
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
