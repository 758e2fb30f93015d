import type { ComponentProps } from 'react';
import { Field } from '#ui/Field.tsx';
import { TextInput } from '#ui/TextInput.tsx';

type SourceFieldProps = ComponentProps<typeof TextInput> & { error: string | undefined };

export function SourceField({ error, ...input }: SourceFieldProps) {
  return (
    <Field label="Source" hint="Where it comes from: a book, a page, an address." error={error} optional>
      <TextInput {...input} autoComplete="off" />
    </Field>
  );
}
