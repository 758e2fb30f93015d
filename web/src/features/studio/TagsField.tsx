import { Field } from '#ui/Field.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import type { CardFormState } from './card-form.ts';

export function TagsField({ form }: { form: CardFormState }) {
  return (
    <Field
      label="Tags"
      hint="What it is about, with spaces between: #light #optics"
      error={form.errorOf('tagsText')}
      optional
    >
      <TextInput {...form.register('tagsText')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
    </Field>
  );
}
