import { FactorNameForm as FactorNameSchema } from '@gyan/contract/factors.ts';
import { type FormEvent, useState } from 'react';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { TextInput } from '#ui/TextInput.tsx';

interface FactorNameFormProps {
  hint: string;
  initial: string;
  problem: string | undefined;
  busy: boolean;
  onName: (name: string) => void;
  onCancel: () => void;
}

/** The first step of adding a factor. */
export function FactorNameForm({ hint, initial, problem, busy, onName, onCancel }: FactorNameFormProps) {
  const [name, setName] = useState(initial);
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const result = FactorNameSchema.safeParse({ name });
    setError(result.error?.issues[0]?.message);
    if (result.data && !busy) onName(result.data.name);
  };
  return (
    <form className="stack" noValidate onSubmit={submit}>
      {problem !== undefined && <Alert tone="danger">{problem}</Alert>}
      <Field label="Name" hint={hint} error={error}>
        <TextInput value={name} autoComplete="off" onChange={({ target }) => setName(target.value)} />
      </Field>
      <div className="form-actions">
        <Button type="submit" variant="primary" busy={busy}>
          Continue
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
