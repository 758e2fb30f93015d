import { CardEditForm } from '@gyan/contract/cards.ts';
import { type ComponentType, useEffect, useState } from 'react';
import { api } from '#features/session/actions.ts';
import { ContractForm } from '#lib/ContractForm.tsx';
import { kept } from '#lib/kept.ts';
import { useContractForm } from '#lib/use-contract-form.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import type { CardSight, SeenCard } from './seen-card.ts';

/** The studio's editor for rich text, which stands above this room and is handed in. */
export type RichEditor = ComponentType<{
  name: string;
  label: string;
  html: string;
  onChange: (html: string) => void;
  disabled?: boolean;
}>;

interface EditCardProps {
  sight: CardSight;
  seen: SeenCard;
  Editor: RichEditor;
  onSaved: () => void;
  onClose: () => void;
}

interface Edit {
  title: string;
  statusText: string;
  htmlDesc: string;
  tagsText: string;
  altText: string;
}

/** Changes the words of a card. What is typed survives a reload and a lost session until it is saved or given up. */
export function EditCard({ sight: { userId, cardId }, seen, Editor, onSaved, onClose }: EditCardProps) {
  const [draft] = useState(() => kept<Edit>('localStorage', `draft edit of card ${cardId} by ${userId}`));
  const rich = seen.htmlDesc != null;
  const [defaults] = useState<Edit>(() => ({
    title: seen.title,
    statusText: rich ? '' : (seen.text ?? ''),
    htmlDesc: seen.htmlDesc ?? '',
    tagsText: seen.tagsText ?? '',
    altText: seen.altText ?? '',
    ...draft.read(),
  }));
  const form = useContractForm({
    schema: CardEditForm,
    defaults: { postId: cardId, ...defaults },
    submit: async ({ title, statusText, htmlDesc, tagsText, altText }) => {
      const body = new FormData();
      body.set('postId', String(cardId));
      if (title !== undefined) body.set('title', title);
      if (rich) body.set('htmlDesc', htmlDesc ?? '');
      else body.set('statusText', statusText ?? '');
      body.set('tagsText', tagsText ?? '');
      if (seen.pictured) body.set('altText', altText ?? '');
      await api('PUT /r/post', { body });
      draft.forget();
      onSaved();
    },
  });
  const { watch } = form.fields;
  useEffect(() => {
    const watching = watch(({ title = '', statusText, htmlDesc, tagsText, altText }) =>
      draft.keep({
        title,
        statusText: statusText ?? '',
        htmlDesc: htmlDesc ?? '',
        tagsText: tagsText ?? '',
        altText: altText ?? '',
      }),
    );
    return () => watching.unsubscribe();
  }, [watch, draft]);

  const giveUp = () => {
    draft.forget();
    onClose();
  };

  return (
    <Dialog open onClose={onClose} title="Edit card" size={rich ? 'lg' : 'md'}>
      <ContractForm form={form}>
        <Field label="Title" error={form.errorOf('title')}>
          <TextInput {...form.register('title')} />
        </Field>
        <Field label="Description" error={form.errorOf('htmlDesc') ?? form.errorOf('statusText')}>
          {rich ? (
            <Editor
              name="htmlDesc"
              label="Description"
              html={defaults.htmlDesc}
              onChange={(html) => form.fields.setValue('htmlDesc', html)}
              disabled={form.submitting}
            />
          ) : (
            <TextArea {...form.register('statusText')} rows={8} />
          )}
        </Field>
        {seen.pictured && (
          <Field
            label="Image description"
            hint="For those who cannot see the picture."
            error={form.errorOf('altText')}
            optional
          >
            <TextInput {...form.register('altText')} />
          </Field>
        )}
        <Field
          label="Tags"
          hint="What it is about, with spaces between."
          error={form.errorOf('tagsText')}
          optional
        >
          <TextInput {...form.register('tagsText')} />
        </Field>
        <div className="form-actions">
          <Button type="submit" variant="primary" busy={form.submitting}>
            Save
          </Button>
          <Button variant="quiet" onClick={giveUp}>
            Cancel
          </Button>
        </div>
      </ContractForm>
    </Dialog>
  );
}
