import { CardForm } from '@gyan/contract/cards.ts';
import type { UserModel } from '@gyan/contract/users.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isAdmin } from '#features/session/store.ts';
import { ContractForm } from '#lib/ContractForm.tsx';
import { useFormDraft, usePictureDraft, useSaveDraft } from '#lib/form-draft.ts';
import { plainText } from '#lib/text.ts';
import { useContractForm } from '#lib/use-contract-form.ts';
import { Field } from '#ui/Field.tsx';
import { PictureField } from '#ui/PictureField.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { creators } from './api.ts';
import { CardPreview, onePhoto } from './CardPreview.tsx';
import { CreatorChoice } from './CreatorChoice.tsx';
import { DescriptionField } from './DescriptionField.tsx';
import { PostBar } from './PostBar.tsx';
import { usePublish } from './publish.ts';
import { TagsField } from './TagsField.tsx';
import { useAfterPost } from './use-after-post.tsx';

const empty = {
  title: '',
  statusText: '',
  htmlDesc: '',
  editor: '',
  tagsText: '',
  altText: '',
  postAsUserId: '',
};

export function CustomTab({ user }: { user: UserModel }) {
  const draft = useFormDraft(`custom card of ${user.userId}`, empty);
  const [picture, setPicture] = usePictureDraft(`card picture of ${user.userId}`);
  const [rich, setRich] = useState(draft.first.editor === 'rich');
  const { publish, progress } = usePublish();
  const posted = useAfterPost();
  const form = useContractForm({
    schema: CardForm,
    defaults: {
      postType: 'kCustom',
      title: draft.first.title,
      statusText: draft.first.statusText,
      htmlDesc: draft.first.htmlDesc,
      tagsText: draft.first.tagsText,
      altText: draft.first.altText,
      photoBase64: picture,
      postAsUserId: draft.first.postAsUserId,
    },
    submit: async ({ altText, ...values }) => {
      const card = await publish({ ...values, altText: picture === '' ? undefined : altText });
      draft.clear();
      setPicture('');
      await posted(card);
    },
  });
  const values = form.fields.watch();
  const typed = {
    title: values.title ?? '',
    statusText: values.statusText ?? '',
    htmlDesc: values.htmlDesc ?? '',
    tagsText: values.tagsText ?? '',
    altText: values.altText ?? '',
    postAsUserId: String(values.postAsUserId ?? ''),
  };
  useSaveDraft(draft, { ...typed, editor: rich ? 'rich' : '' });

  return (
    <div className="studio">
      <ContractForm form={form}>
        <Field label="Title" error={form.errorOf('title')}>
          <TextInput {...form.register('title')} autoComplete="off" />
        </Field>
        <DescriptionField form={form} rich={rich} onRich={setRich} />
        <PictureField
          label="Picture"
          optional
          freeable
          picture={picture}
          onPicture={(dataUrl) => {
            setPicture(dataUrl);
            form.fields.setValue('photoBase64', dataUrl);
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
            <TextInput {...form.register('altText')} autoComplete="off" />
          </Field>
        )}
        <TagsField form={form} />
        {isAdmin(user) && (
          <CreatorChoice
            value={typed.postAsUserId}
            onChange={(userId) => form.fields.setValue('postAsUserId', userId)}
            error={form.errorOf('postAsUserId')}
            viewer={user}
          />
        )}
        <PostBar form={form} progress={progress} />
      </ContractForm>
      <CardPreview
        type="kCustom"
        title={typed.title}
        text={rich ? plainText(typed.htmlDesc) : typed.statusText}
        photo={onePhoto(picture, typed.altText)}
        owner={useOwner(user, typed.postAsUserId)}
      />
    </div>
  );
}

/** The user shown as the card's owner. */
function useOwner(viewer: UserModel, postAsUserId: string): UserModel {
  const { data = [] } = useQuery({ ...creators(), enabled: postAsUserId !== '' });
  return data.find(({ userId }) => String(userId) === postAsUserId) ?? viewer;
}
