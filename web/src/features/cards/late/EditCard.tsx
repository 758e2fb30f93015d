import { CardEditForm } from '@gyan/contract/cards.ts';
import { useEffect, useState } from 'react';
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

interface EditCardProps {
  sight: CardSight;
  seen: SeenCard;
  onSaved: () => void;
  onClose: () => void;
}

interface Edit {
  title: string;
  statusText: string;
  tagsText: string;
  altText: string;
}

/** Changes the words of a card. What is typed survives a reload and a lost session until it is saved or given up. */
export function EditCard({ sight: { userId, cardId }, seen, onSaved, onClose }: EditCardProps) {
  const [draft] = useState(() => kept<Edit>('localStorage', `draft edit of card ${cardId} by ${userId}`));
  const rich = seen.htmlDesc != null;
  const [defaults] = useState<Edit>(() => ({
    title: seen.title,
    statusText: seen.text ?? '',
    tagsText: seen.tagsText ?? '',
    altText: seen.altText ?? '',
    ...draft.read(),
  }));
  const form = useContractForm({
    schema: CardEditForm,
    defaults: { postId: cardId, ...defaults },
    submit: async ({ title, statusText, tagsText, altText }) => {
      const body = new FormData();
      body.set('postId', String(cardId));
      if (title !== undefined) body.set('title', title);
      // The text of a rich card is made from its markup.
      if (!rich) body.set('statusText', statusText ?? '');
      body.set('tagsText', tagsText ?? '');
      if (seen.pictured) body.set('altText', altText ?? '');
      await api('PUT /r/post', { body });
      draft.forget();
      onSaved();
    },
  });
  const { watch } = form.fields;
  useEffect(() => {
    const watching = watch(({ title = '', statusText, tagsText, altText }) =>
      draft.keep({
        title,
        statusText: statusText ?? '',
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
    <Dialog open onClose={onClose} title="Edit card">
      <ContractForm form={form}>
        <Field label="Title" error={form.errorOf('title')}>
          <TextInput {...form.register('title')} />
        </Field>
        {!rich && (
          <Field label="Description" error={form.errorOf('statusText')}>
            <TextArea {...form.register('statusText')} rows={8} />
          </Field>
        )}
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
        <Field label="Tags" hint="Words with spaces between them." error={form.errorOf('tagsText')} optional>
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
