import type { ComponentType, ReactNode } from 'react';
import { Field } from '#ui/Field.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextInput } from '#ui/TextInput.tsx';

/** The rich text editor, passed in because this feature must not import it. */
export type RichTextEditor = ComponentType<{
  label: string;
  html: string;
  onChange: (html: string) => void;
  disabled?: boolean;
  fallback?: ReactNode;
}>;

type TextField = 'title' | 'statusText' | 'htmlDesc' | 'tagsText';

interface TextForm {
  register: (name: TextField) => object;
  errorOf: (name: TextField) => string | undefined;
  submitting: boolean;
}

interface TitleAndDescriptionProps {
  form: TextForm;
  /** The markup to start from; undefined for a card with plain text. */
  html: string | undefined;
  onHtml: (html: string) => void;
  Editor: RichTextEditor;
}

/** The text fields that an edit and a suggestion share. */
export function TitleAndDescription({ form, html, onHtml, Editor }: TitleAndDescriptionProps) {
  return (
    <>
      <Field label="Title" error={form.errorOf('title')}>
        <TextInput {...form.register('title')} />
      </Field>
      <Field label="Description" error={form.errorOf('htmlDesc') ?? form.errorOf('statusText')}>
        {html === undefined ? (
          <TextArea {...form.register('statusText')} rows={8} />
        ) : (
          <Editor
            label="Description"
            html={html}
            onChange={onHtml}
            disabled={form.submitting}
            fallback={<Skeleton className="rich-loading" />}
          />
        )}
      </Field>
    </>
  );
}

export function TagsInput({ form }: { form: TextForm }) {
  return (
    <Field
      label="Tags"
      hint="What it is about, with spaces between: #light #optics"
      error={form.errorOf('tagsText')}
      optional
    >
      <TextInput {...form.register('tagsText')} />
    </Field>
  );
}
