import { CardEditForm, type PostModel } from '@gyan/contract/cards.ts';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { api } from '#features/session/actions.ts';
import { useUpload } from '#features/session/use-upload.ts';
import { ContractForm } from '#lib/ContractForm.tsx';
import { usePictureDraft } from '#lib/form-draft.ts';
import { storedValue } from '#lib/stored-value.ts';
import { useContractForm } from '#lib/use-contract-form.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { PictureField } from '#ui/PictureField.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { UploadProgress } from '#ui/UploadProgress.tsx';

/** Lazy parts of other features, passed in because this feature must not import them. */
export interface EditParts {
  /** The rich text editor. */
  Editor: ComponentType<{
    label: string;
    html: string;
    onChange: (html: string) => void;
    disabled?: boolean;
    fallback?: ReactNode;
  }>;
  /** The card's questions. Gives the function that saves them and returns whether that succeeded. */
  Questions: ComponentType<{
    cardId: number;
    onSaver: (save: (() => Promise<boolean>) | undefined) => void;
    fallback?: ReactNode;
  }>;
}

interface EditCardProps extends EditParts {
  userId: number;
  card: PostModel;
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

/** Edits a card. The draft survives a reload and a lost session until it is saved or discarded. */
export function EditCard({ userId, card, Editor, Questions, onSaved, onClose }: EditCardProps) {
  const cardId = card.id;
  const [draft] = useState(() =>
    storedValue<Edit>('localStorage', `draft edit of card ${cardId} by ${userId}`),
  );
  const [cut, setCut] = usePictureDraft(`picture for card ${cardId} by ${userId}`);
  const [removed, setRemoved] = useState(false);
  const picture = cut || (removed ? '' : (card.photoModelVec[0]?.specMap.sm.url ?? ''));
  const { progress, send } = useUpload();
  const saveQuestions = useRef<() => Promise<boolean>>(undefined);
  const rich = card.htmlDesc != null;
  const [defaults] = useState<Edit>(() => ({
    title: card.title,
    statusText: rich ? '' : (card.text ?? ''),
    htmlDesc: card.htmlDesc ?? '',
    tagsText: card.tagsText ?? '',
    altText: card.altText ?? '',
    ...draft.read(),
  }));
  const form = useContractForm({
    schema: CardEditForm,
    defaults: { postId: cardId, photoBase64: '', ...defaults },
    submit: async ({ title, statusText, htmlDesc, tagsText, altText }) => {
      const body = new FormData();
      body.set('postId', String(cardId));
      if (title !== undefined) body.set('title', title);
      if (rich) body.set('htmlDesc', htmlDesc ?? '');
      else body.set('statusText', statusText ?? '');
      body.set('tagsText', tagsText ?? '');
      if (picture !== '') body.set('altText', altText ?? '');
      // Without the field the picture stays; an empty one removes the picture and its alternative text.
      if (cut !== '' || removed) body.set('photoBase64', cut);
      await (cut === '' ? api('PUT /r/post', { body }) : send('PUT /r/post', body));
      draft.clear();
      setCut('');
      // After the card: hidden words must be in its new text.
      if ((await saveQuestions.current?.()) !== false) onSaved();
    },
  });
  const { watch } = form.fields;
  useEffect(() => {
    const watching = watch(({ title = '', statusText, htmlDesc, tagsText, altText }) =>
      draft.write({
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
    draft.clear();
    setCut('');
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
              label="Description"
              html={defaults.htmlDesc}
              onChange={(html) => form.fields.setValue('htmlDesc', html)}
              disabled={form.submitting}
              fallback={<Skeleton className="rich-loading" />}
            />
          ) : (
            <TextArea {...form.register('statusText')} rows={8} />
          )}
        </Field>
        <PictureField
          label="Picture"
          optional
          freeable
          picture={picture}
          onPicture={(dataUrl) => {
            setCut(dataUrl);
            setRemoved(dataUrl === '');
          }}
          error={form.errorOf('photoBase64')}
          disabled={form.submitting}
        />
        {picture !== '' && (
          <Field
            label="Describe the picture"
            hint="For those who do not see it: what is there to learn from it?"
            error={form.errorOf('altText')}
            optional
          >
            <TextInput {...form.register('altText')} />
          </Field>
        )}
        <Field
          label="Tags"
          hint="What it is about, with spaces between: #light #optics"
          error={form.errorOf('tagsText')}
          optional
        >
          <TextInput {...form.register('tagsText')} />
        </Field>
        <Questions
          cardId={cardId}
          onSaver={(save) => {
            saveQuestions.current = save;
          }}
          fallback={<Skeleton className="questions-waiting" />}
        />
        <div className="form-actions">
          <Button type="submit" variant="primary" busy={form.submitting}>
            Save
          </Button>
          <Button variant="quiet" onClick={giveUp}>
            Cancel
          </Button>
        </div>
        <UploadProgress progress={progress} />
      </ContractForm>
    </Dialog>
  );
}
