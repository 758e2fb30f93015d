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

/** Plain or rich; what was written goes along when the editor is changed. */
export function DescriptionField({ form, rich, onRich }: DescriptionFieldProps) {
  // Looks that the plain editor cannot show come back when its text was left alone.
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
        {rich ? (
          <RichDescription form={form} name="statusText" />
        ) : (
          <TextArea {...form.register('statusText')} rows={6} />
        )}
      </Field>
      <Button size="sm" variant="quiet" className="description-toggle" onClick={change}>
        {rich ? 'Basic Editor' : 'Advanced Editor'}
      </Button>
    </div>
  );
}

/** The editor and what makes it, fetched when somebody wants it. */
export function RichDescription({ form, name }: { form: CardFormState; name: 'statusText' | 'htmlDesc' }) {
  return (
    <Suspense fallback={<Skeleton className="rich-waiting" />}>
      <RichEditor
        name={name}
        label="Description"
        html={form.fields.getValues('htmlDesc') ?? ''}
        onChange={(html) => {
          form.fields.setValue('htmlDesc', html);
          // A card without any description is told so beside the plain one.
          if (form.fields.formState.isSubmitted) void form.fields.trigger(['htmlDesc', 'statusText']);
        }}
        disabled={form.submitting}
      />
    </Suspense>
  );
}
