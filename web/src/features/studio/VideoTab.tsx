import { CardForm } from '@gyan/contract/cards.ts';
import type { UserModel } from '@gyan/contract/users.ts';
import { youtubeVideoId } from '@gyan/contract/video.ts';
import { useState } from 'react';
import { CardPicture } from '#features/cards/CardPicture.tsx';
import { firstWords, previewWordCount } from '#features/tiles/text.ts';
import { ContractForm } from '#lib/ContractForm.tsx';
import { useDraft } from '#lib/draft.ts';
import { useFormDraft, useSaveDraft } from '#lib/form-draft.ts';
import { useContractForm } from '#lib/use-contract-form.ts';
import { Alert } from '#ui/Alert.tsx';
import { announce } from '#ui/announcer.ts';
import { Field } from '#ui/Field.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { onePhoto } from './CardPreview.tsx';
import { noTitleYet } from './card-form.ts';
import { PostBar } from './PostBar.tsx';
import { usePublish } from './publish.ts';
import { TagsField } from './TagsField.tsx';
import { useAfterPost } from './use-after-post.tsx';
import { useLoadedImage } from './use-loaded-image.ts';
import { type FoundVideo, VideoAddress } from './VideoAddress.tsx';

const empty = { embedVideoUrl: '', thumbnailUrl: '', title: '', statusText: '', tagsText: '' };

type VideoFields = typeof empty;

const draftName = (user: UserModel) => `video card of ${user.userId}`;

/** Asks for a video's URL, then shows the card to edit and post. */
export function VideoTab({ user }: { user: UserModel }) {
  const draft = useFormDraft(draftName(user), empty);
  const [address, saveAddress] = useDraft(`video address of ${user.userId}`);
  const [opened, setOpened] = useState({ fields: draft.first, found: true, times: 0 });
  const { fields, found, times } = opened;

  const openForm = ({ url, facts }: FoundVideo) => {
    const same = youtubeVideoId(url) === youtubeVideoId(fields.embedVideoUrl);
    if (same && !facts) return;
    if (facts) announce(`Found “${facts.title}”. The card is below.`);
    setOpened({
      fields: {
        ...empty,
        embedVideoUrl: url,
        thumbnailUrl: facts?.thumbnailUrl ?? '',
        title: facts?.title ?? '',
        statusText: facts?.desc ?? '',
      },
      found: facts !== undefined,
      times: times + 1,
    });
  };

  return (
    <div className="studio-steps">
      <VideoAddress address={address} onAddress={saveAddress} onFound={openForm} />
      {!found && (
        <Alert title="We could not look this video up">
          Type its title yourself, and you can post it all the same.
        </Alert>
      )}
      {fields.embedVideoUrl !== '' && (
        <VideoCard key={times} user={user} first={fields} onPosted={() => saveAddress('')} />
      )}
    </div>
  );
}

interface VideoCardProps {
  user: UserModel;
  first: VideoFields;
  onPosted: () => void;
}

function VideoCard({ user, first, onPosted }: VideoCardProps) {
  const draft = useFormDraft(draftName(user), empty);
  const { publish } = usePublish();
  const posted = useAfterPost();
  const form = useContractForm({
    schema: CardForm,
    defaults: {
      postType: 'kVideo',
      videoProvider: 'kYoutube',
      embedVideoUrl: first.embedVideoUrl,
      title: first.title,
      statusText: first.statusText,
      tagsText: first.tagsText,
    },
    submit: async (values) => {
      const card = await publish(values);
      draft.clear();
      onPosted();
      await posted(card);
    },
  });
  const { title, statusText, tagsText } = form.fields.watch();
  const typed = { title: title ?? '', statusText: statusText ?? '', tagsText: tagsText ?? '' };
  useSaveDraft(draft, { ...first, ...typed });
  return (
    <div className="studio">
      <ContractForm form={form}>
        <Field label="Title" error={form.errorOf('title')}>
          <TextInput {...form.register('title')} autoComplete="off" />
        </Field>
        <Field label="Description" error={form.errorOf('statusText')} optional>
          <TextArea {...form.register('statusText')} rows={6} />
        </Field>
        <TagsField form={form} />
        <PostBar form={form} />
      </ContractForm>
      <section className="studio-preview" aria-label="Preview">
        <h2>Preview</h2>
        <CardPicture
          card={{
            id: 0,
            title: typed.title.trim() || noTitleYet,
            photo: onePhoto(useLoadedImage(first.thumbnailUrl)),
            videoId: youtubeVideoId(first.embedVideoUrl) ?? null,
          }}
        />
        <h3>{typed.title.trim() || noTitleYet}</h3>
        <p>{firstWords(typed.statusText, previewWordCount)}</p>
      </section>
    </div>
  );
}
