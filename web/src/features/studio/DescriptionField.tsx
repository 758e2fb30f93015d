import { lazy, Suspense, useRef } from 'react';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import type { CardFormState } from './card-form.ts';
import { htmlOfText, textOfHtml } from './editor-text.ts';

const RichEditor = lazy(async () => ({ default: (await import('./RichEditor.tsx')).RichEditor }));

interface DescriptionFieldProps {
  form: CardFormState;
  rich: boolean;
  onRich: (rich: boolean) => void;
}

/** A plain or rich text editor; the text is converted on a switch. */
export function DescriptionField({ form, rich, onRich }: DescriptionFieldProps) {
  // Restores the formatting if the plain text was not edited.
  const before = useRef({ html: '', text: '' });
  const { getValues, setValue } = form.fields;

  const change = () => {
    if (rich) {
      const html = getValues('htmlDesc') ?? '';
      before.current = { html, text: textOfHtml(html) };
      setValue('statusText', before.current.text);
      setValue('htmlDesc', '');
    } else {
      const text = getValues('statusText') ?? '';
      setValue('htmlDesc', text === before.current.text ? before.current.html : htmlOfText(text));
      setValue('statusText', '');
    }
    onRich(!rich);
  };

  return (
    <div className="description">
      <Field label="Description" error={form.errorOf('htmlDesc') ?? form.errorOf('statusText')}>
        {rich ? <RichDescription form={form} /> : <TextArea {...form.register('statusText')} rows={6} />}
      </Field>
      <Button size="sm" variant="quiet" className="description-toggle" onClick={change}>
        {rich ? 'Basic Editor' : 'Advanced Editor'}
      </Button>
    </div>
  );
}

/** The rich text editor, loaded on demand. */
export function RichDescription({ form }: { form: CardFormState }) {
  return (
    <Suspense fallback={<Skeleton className="rich-loading" />}>
      <RichEditor
        label="Description"
        html={form.fields.getValues('htmlDesc') ?? ''}
        onChange={(html) => {
          form.fields.setValue('htmlDesc', html);
          // The error for an empty description is shown at the plain field.
          if (form.fields.formState.isSubmitted) void form.fields.trigger(['htmlDesc', 'statusText']);
        }}
        disabled={form.submitting}
      />
    </Suspense>
  );
}
