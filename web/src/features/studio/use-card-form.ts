import { CardForm, type PostType } from '@gyan/contract/cards.ts';
import { firstLicense, type License } from '@gyan/contract/licenses.ts';
import type { Scene } from '@gyan/contract/scenes.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { output } from 'zod/mini';
import { problemOf } from '#features/drafts/autosave.ts';
import { isCut } from '#features/drafts/card-content.ts';
import type { OpenDraft } from '#features/drafts/open-draft.ts';
import { photoNameOf } from '#features/drawing/photo-name.ts';
import { refuseHalfTyped } from '#features/publication/schedule.ts';
import { useContractForm } from '#lib/use-contract-form.ts';
import { queueToast } from '#ui/toast-queue.ts';
import { useAfterPost } from './use-after-post.tsx';

/** A tab's form. What is typed is saved as a draft; the submit publishes it, schedules it or leaves it a draft. */
export function useCardForm(draft: OpenDraft) {
  const { autosave, type } = draft;
  const lists = useQueryClient();
  const after = useAfterPost();
  const [first] = useState(() => autosave.content());
  const [picture, setPicture] = useState(first.picture);
  const [scene, setScene] = useState(() => sceneOf(first.scene));
  const scheduleInput = useRef<HTMLInputElement>(null);

  const publish = async (values: {
    visibility: string;
    publishAt: number | undefined;
    postAsUserId: string;
  }) => {
    const publication = publicationOf(values.visibility, values.publishAt);
    const card = await (values.postAsUserId === ''
      ? autosave.publish(publication)
      : draft.publishAs(values.postAsUserId, publication));
    // Cached lists do not contain the new card.
    void lists.invalidateQueries();
    return card;
  };

  const form = useContractForm({
    schema: CardForm,
    defaults: {
      ...startOf(type),
      title: first.title,
      statusText: first.statusText,
      htmlDesc: first.htmlDesc,
      tagsText: first.tagsText,
      altText: first.altText,
      photoBase64: isCut(first.picture) ? first.picture : '',
      embedVideoUrl: first.embedVideoUrl,
      aiPrompt: first.aiPrompt,
      aiModelName: first.aiModelName,
      postAsUserId: '',
      license: licenseOf(first.license),
      source: first.source,
      visibility: 'public',
      publishAt: draft.publishAt() ?? '',
    },
    submit: async (values) => {
      refuseHalfTyped(scheduleInput.current);
      draft.setSubmitted(true);
      try {
        await submit(values);
      } catch (error) {
        draft.setSubmitted(false);
        throw error;
      }
    },
  });

  const submit = async ({ visibility = 'public', publishAt, postAsUserId }: output<typeof CardForm>) => {
    if (visibility === 'draft') {
      if (draft.publishAt() !== null) await autosave.publish(notByItself);
      await autosave.save();
      const problem = problemOf(autosave.state());
      if (problem !== undefined) throw problem;
      await after.kept();
      return;
    }
    const at = publishAt ?? undefined;
    const card = await publish({ visibility, publishAt: at, postAsUserId: String(postAsUserId ?? '') });
    await (card.visibility === 'draft' ? after.scheduled(card) : after.posted(card));
  };

  const { watch } = form.fields;
  useEffect(() => {
    const watching = watch((values) => autosave.change({ ...autosave.content(), ...textsOf(values) }));
    return () => watching.unsubscribe();
  }, [watch, autosave]);
  const values = watch();

  return {
    form,
    typed: textsOf(values),
    picture,
    setPicture: (dataUrl: string) => {
      setPicture(dataUrl);
      setScene(undefined);
      autosave.change({ ...autosave.content(), picture: dataUrl, scene: '' });
      form.fields.setValue('photoBase64', dataUrl);
      // The server removes the description of a picture with it.
      if (dataUrl === '') form.fields.setValue('altText', '');
    },
    /** What the picture shows, if it was drawn or labelled here. */
    scene,
    setScene: (next: Scene | undefined) => {
      setScene(next);
      autosave.change({ ...autosave.content(), scene: next ? JSON.stringify(next) : '' });
    },
    /** Stores a photo that the scene refers to, and gives its name. */
    storePhoto: async (dataUrl: string) => {
      const name = photoNameOf(await autosave.storePhoto(dataUrl));
      if (name === undefined) throw new Error('The photo could not be stored. Please try again.');
      return name;
    },
    postAsUserId: String(values.postAsUserId ?? ''),
    state: useSyncExternalStore(autosave.subscribe, autosave.state),
    progress: useSyncExternalStore(draft.onProgress, draft.progress),
    scheduleInput,
    cancelSchedule: async () => {
      try {
        await autosave.publish(notByItself);
        form.fields.setValue('publishAt', '');
        // The field keeps its own value, since a half typed date has none.
        if (scheduleInput.current) scheduleInput.current.value = '';
      } catch (error) {
        queueToast({ tone: 'danger', text: error instanceof Error ? error.message : 'Please try again.' });
      }
    },
  };
}

type Typed = { [Name in TextField]?: string | null | undefined };
type TextField = 'title' | 'statusText' | 'htmlDesc' | 'tagsText' | 'altText' | 'license' | 'source';

const textsOf = (values: Typed): Record<TextField, string> => ({
  title: values.title ?? '',
  statusText: values.statusText ?? '',
  htmlDesc: values.htmlDesc ?? '',
  tagsText: values.tagsText ?? '',
  altText: values.altText ?? '',
  license: values.license ?? '',
  source: values.source ?? '',
});

function sceneOf(json: string): Scene | undefined {
  try {
    return json === '' ? undefined : (JSON.parse(json) as Scene);
  } catch {
    return undefined;
  }
}

const notByItself = { visibility: 'draft', publishAt: null } as const;

export type CardFormParts = ReturnType<typeof useCardForm>;

const licenseOf = (license: string) => (license === '' ? firstLicense : (license as License));

const startOf = (postType: PostType) =>
  postType === 'kVideo' ? ({ postType, videoProvider: 'kYoutube' } as const) : { postType };

const publicationOf = (visibility: string, publishAt: number | undefined) =>
  publishAt === undefined
    ? { visibility: visibility === 'unlisted' ? ('unlisted' as const) : ('public' as const) }
    : { visibility: 'draft' as const, publishAt };
