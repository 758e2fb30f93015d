import { isBlank } from '@gyan/contract/text.ts';
import { youtubeVideoId } from '@gyan/contract/video.ts';
import { useState } from 'react';
import { CardPicture } from '#features/cards/CardPicture.tsx';
import { FormulaHint } from '#features/cards/FormulaHint.tsx';
import type { CardContent } from '#features/drafts/card-content.ts';
import type { OpenDraft } from '#features/drafts/open-draft.ts';
import { firstWords, previewWordCount } from '#features/tiles/text.ts';
import { ContractForm } from '#lib/ContractForm.tsx';
import { Alert } from '#ui/Alert.tsx';
import { announce } from '#ui/announcer.ts';
import { Field } from '#ui/Field.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { queueToast } from '#ui/toast-queue.ts';
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
  // `times`: how often the form was given another video or other texts.
  const [opened, setOpened] = useState({ found: true, times: 0 });
  const [undone, setUndone] = useState(0);
  const { embedVideoUrl, address } = autosave.content();

  const openForm = (changes: Partial<CardContent>, found: boolean) => {
    autosave.change({ ...autosave.content(), ...changes });
    setOpened(({ times }) => ({ found, times: times + 1 }));
  };

  const showVideo = ({ url, facts }: FoundVideo) => {
    const old = videoPartOf(autosave.content());
    const isSame = youtubeVideoId(url) === youtubeVideoId(old.embedVideoUrl);
    if (!facts) {
      // The texts stay, since some of them may be typed.
      if (!isSame) openForm({ embedVideoUrl: url, thumbnailUrl: '' }, false);
      return;
    }
    announce(`Found “${facts.title}”. The card is below.`);
    const { title, desc: statusText, thumbnailUrl } = facts;
    const hasTexts = [old.title, old.statusText, old.tagsText].some((text) => !isBlank(text));
    if (isSame && hasTexts) {
      autosave.change({ ...autosave.content(), thumbnailUrl });
      setOpened({ ...opened, found: true });
      return;
    }
    openForm({ embedVideoUrl: url, thumbnailUrl, title, statusText, tagsText: '' }, true);
    if (!hasTexts) return;
    queueToast({
      text: 'The texts of the new video took the place of the old ones.',
      action: {
        label: 'Undo',
        onPress: () => {
          openForm({ ...old, address: old.embedVideoUrl }, true);
          setUndone((times) => times + 1);
        },
      },
    });
  };

  return (
    <div className="studio-steps">
      <VideoAddress
        key={undone}
        address={address}
        onAddress={(typed) => autosave.change({ ...autosave.content(), address: typed })}
        onFound={showVideo}
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

/** What another video replaces. */
const videoPartOf = ({ embedVideoUrl, thumbnailUrl, title, statusText, tagsText }: CardContent) => ({
  embedVideoUrl,
  thumbnailUrl,
  title,
  statusText,
  tagsText,
});

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
