import { lazy, Suspense } from 'react';
import { emptyScene } from '#features/drawing/empty-scene.ts';
import { ContractForm } from '#lib/ContractForm.tsx';
import { Field } from '#ui/Field.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import type { TabProps } from './card-form.ts';
import { PostBar } from './PostBar.tsx';
import { TagsField } from './TagsField.tsx';
import { useCardForm } from './use-card-form.ts';

const DrawingEditor = lazy(async () => ({
  default: (await import('#features/drawing/DrawingEditor.tsx')).DrawingEditor,
}));

/** A card whose picture is drawn here. */
export function DrawTab({ draft }: TabProps) {
  const card = useCardForm(draft);
  const { form, scene = emptyScene, setScene } = card;
  const sceneError = form.errorOf('scene') ?? form.errorOf('photoBase64');
  return (
    <ContractForm form={form}>
      <Suspense fallback={<Skeleton shape="picture" />}>
        <DrawingEditor
          first={scene}
          onChange={setScene}
          storePhoto={async (dataUrl) => {
            // A photo belongs to a draft, also if nothing is drawn on it yet.
            if (draft.autosave.cardId() === undefined) setScene(scene);
            return card.storePhoto(dataUrl);
          }}
        />
      </Suspense>
      {sceneError && <p className="field-error">{sceneError}</p>}
      <div className="studio-form stack">
        <Field label="Title" error={form.errorOf('title')}>
          <TextInput {...form.register('title')} autoComplete="off" />
        </Field>
        <Field label="Description" error={form.errorOf('statusText')} optional>
          <TextArea {...form.register('statusText')} rows={3} />
        </Field>
        <Field
          label="Describe the picture"
          hint="For those who do not see it. Left empty, it lists the labels."
          error={form.errorOf('altText')}
          optional
        >
          <TextInput {...form.register('altText')} autoComplete="off" />
        </Field>
        <TagsField form={form} />
        <PostBar draft={draft} card={card} />
      </div>
    </ContractForm>
  );
}
