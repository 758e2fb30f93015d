import { youtubeVideoId } from '@gyan/contract/video.ts';
import { useState } from 'react';
import { CardPicture } from '#features/cards/CardPicture.tsx';
import { FormulaHint } from '#features/cards/FormulaHint.tsx';
import type { OpenDraft } from '#features/drafts/open-draft.ts';
import { firstWords, previewWordCount } from '#features/tiles/text.ts';
import { ContractForm } from '#lib/ContractForm.tsx';
import { Alert } from '#ui/Alert.tsx';
import { announce } from '#ui/announcer.ts';
import { Field } from '#ui/Field.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { onePhoto } from './CardPreview.tsx';
import { noTitleYet, type TabProps } from './card-form.ts';
import { PostBar } from './PostBar.tsx';
import { TagsField } from './TagsField.tsx';
import { useCardForm } from './use-card-form.ts';
import { useLoadedImage } from './use-loaded-image.ts';
import { type FoundVideo, VideoAddress } from './VideoAddress.tsx';

/** Asks for a video's URL, then shows the card to edit and post. */
export function VideoTab({ draft }: TabProps) {
  const { autosave } = draft;
  const [opened, setOpened] = useState({ found: true, times: 0 });
  const { embedVideoUrl, address } = autosave.content();

  const openForm = ({ url, facts }: FoundVideo) => {
    const same = youtubeVideoId(url) === youtubeVideoId(embedVideoUrl);
    if (same && !facts) return;
    if (facts) announce(`Found “${facts.title}”. The card is below.`);
    autosave.change({
      ...autosave.content(),
      embedVideoUrl: url,
      thumbnailUrl: facts?.thumbnailUrl ?? '',
      title: facts?.title ?? '',
      statusText: facts?.desc ?? '',
      tagsText: '',
    });
    setOpened({ found: facts !== undefined, times: opened.times + 1 });
  };

  return (
    <div className="studio-steps">
      <VideoAddress
        address={address}
        onAddress={(typed) => autosave.change({ ...autosave.content(), address: typed })}
        onFound={openForm}
      />
      {!opened.found && (
        <Alert title="We could not look this video up">
          Type its title yourself, and you can post it all the same.
        </Alert>
      )}
      {embedVideoUrl !== '' && <VideoCard key={opened.times} draft={draft} />}
    </div>
  );
}

function VideoCard({ draft }: { draft: OpenDraft }) {
  const card = useCardForm(draft);
  const { form, typed } = card;
  const { embedVideoUrl, thumbnailUrl } = draft.autosave.content();
  return (
    <div className="studio">
      <ContractForm form={form}>
        <Field label="Title" error={form.errorOf('title')}>
          <TextInput {...form.register('title')} autoComplete="off" />
        </Field>
        <Field label="Description" error={form.errorOf('statusText')} optional>
          <TextArea {...form.register('statusText')} rows={6} />
        </Field>
        <FormulaHint text={typed.statusText} />
        <TagsField form={form} />
        <PostBar draft={draft} card={card} />
      </ContractForm>
      <section className="studio-preview" aria-label="Preview">
        <h2>Preview</h2>
        <CardPicture
          card={{
            id: 0,
            title: typed.title.trim() || noTitleYet,
            photo: onePhoto(useLoadedImage(thumbnailUrl)),
            videoId: youtubeVideoId(embedVideoUrl) ?? null,
          }}
        />
        <h3>{typed.title.trim() || noTitleYet}</h3>
        <p>{firstWords(typed.statusText, previewWordCount)}</p>
      </section>
    </div>
  );
}
