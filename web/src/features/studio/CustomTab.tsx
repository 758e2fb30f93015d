import type { UserModel } from '@gyan/contract/users.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormulaHint } from '#features/cards/FormulaHint.tsx';
import { LabelPicture } from '#features/drawing/LabelPicture.tsx';
import { useRasterUrl } from '#features/drawing/use-raster-url.ts';
import { isAdmin } from '#features/session/store.ts';
import { ContractForm } from '#lib/ContractForm.tsx';
import { plainText } from '#lib/text.ts';
import { Field } from '#ui/Field.tsx';
import { PictureField } from '#ui/PictureField.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { creators } from './api.ts';
import { CardPreview, onePhoto } from './CardPreview.tsx';
import { CreatorChoice } from './CreatorChoice.tsx';
import type { TabProps } from './card-form.ts';
import { DescriptionField } from './DescriptionField.tsx';
import { PostBar } from './PostBar.tsx';
import { TagsField } from './TagsField.tsx';
import { useCardForm } from './use-card-form.ts';

export function CustomTab({ user, draft }: TabProps) {
  const [rich, setRich] = useState(() => draft.autosave.content().htmlDesc !== '');
  const card = useCardForm(draft);
  const { form, typed, picture, setPicture, postAsUserId, scene } = card;
  const shownPicture = useRasterUrl(scene) ?? picture;
  return (
    <div className="studio">
      <ContractForm form={form}>
        <Field label="Title" error={form.errorOf('title')}>
          <TextInput {...form.register('title')} autoComplete="off" />
        </Field>
        <DescriptionField form={form} rich={rich} onRich={setRich} />
        <FormulaHint text={typed.statusText} html={rich ? typed.htmlDesc : ''} />
        <PictureField
          label="Picture"
          optional
          freeable
          picture={shownPicture}
          onPicture={setPicture}
          error={form.errorOf('photoBase64')}
          disabled={form.submitting}
        />
        {picture !== '' && (
          <LabelPicture
            picture={picture}
            scene={scene}
            onScene={card.setScene}
            storePhoto={card.storePhoto}
          />
        )}
        {picture !== '' && (
          <Field
            label="Describe the picture"
            hint="For those who do not see it: what is there to learn from it?"
            error={form.errorOf('altText')}
            optional
          >
            <TextInput {...form.register('altText')} autoComplete="off" />
          </Field>
        )}
        <TagsField form={form} />
        {isAdmin(user) && (
          <CreatorChoice
            value={postAsUserId}
            onChange={(userId) => form.fields.setValue('postAsUserId', userId)}
            error={form.errorOf('postAsUserId')}
            viewer={user}
          />
        )}
        <PostBar draft={draft} card={card} />
      </ContractForm>
      <CardPreview
        type="kCustom"
        title={typed.title}
        text={rich ? plainText(typed.htmlDesc) : typed.statusText}
        photo={onePhoto(shownPicture, typed.altText)}
        owner={useOwner(user, postAsUserId)}
      />
    </div>
  );
}

/** The user shown as the card's owner. */
function useOwner(viewer: UserModel, postAsUserId: string): UserModel {
  const { data = [] } = useQuery({ ...creators(), enabled: postAsUserId !== '' });
  return data.find(({ userId }) => String(userId) === postAsUserId) ?? viewer;
}
