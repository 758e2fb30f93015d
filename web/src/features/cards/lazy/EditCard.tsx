import { CardEditForm, type PostModel, titleMissing } from '@gyan/contract/cards.ts';
import type { Scene } from '@gyan/contract/scenes.ts';
import type { Visibility } from '@gyan/contract/visibility.ts';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { LabelPicture } from '#features/drawing/LabelPicture.tsx';
import { useRasterUrl } from '#features/drawing/use-raster-url.ts';
import { api } from '#features/session/actions.ts';
import { useUpload } from '#features/session/use-upload.ts';
import { ApiProblem } from '#lib/api-problem.ts';
import { ContractForm } from '#lib/ContractForm.tsx';
import { usePictureDraft } from '#lib/form-draft.ts';
import { storedValue } from '#lib/stored-value.ts';
import { useContractForm } from '#lib/use-contract-form.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { PictureField } from '#ui/PictureField.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { UploadProgress } from '#ui/UploadProgress.tsx';
import { FormulaHint } from '../FormulaHint.tsx';
import { CardPublication, publicationOf } from './CardPublication.tsx';
import { type RichTextEditor, TagsInput, TitleAndDescription } from './CardTextFields.tsx';
import { EditConflict } from './EditConflict.tsx';
import { contentOfEdit, type Edit, editOf, mergeFields, type StoredEdit } from './edit-merge.ts';

/** Lazy parts of other features, passed in because this feature must not import them. */
export interface EditParts {
  Editor: RichTextEditor;
  /** The card's questions. Gives the functions below; undefined when it is gone. */
  Questions: ComponentType<{
    cardId: number;
    onReady: (edit: QuestionsEdit | undefined) => void;
    fallback?: ReactNode;
  }>;
}

interface QuestionsEdit {
  /** Saves what changed and returns whether that succeeded. */
  save: () => Promise<boolean>;
  /** Deletes the draft. */
  discard: () => void;
}

interface EditCardProps extends EditParts {
  userId: number;
  card: PostModel;
  /** With the visibility that it has now. */
  onSaved: (visibility: Visibility) => void;
  onClose: () => void;
}

/** An edit by another editor that was saved after this form was opened. */
interface Conflict {
  theirs: PostModel;
  /** What I changed, while the form has theirs. */
  mine?: {
    texts: Edit;
    publication: ReturnType<typeof publicationOf>;
    cut: string;
    removed: boolean;
    scene: Scene | undefined;
  };
}

const textsOf = (values: { [Name in keyof Edit]?: string | null | undefined }): Edit => ({
  title: values.title ?? '',
  statusText: values.statusText ?? '',
  htmlDesc: values.htmlDesc ?? '',
  tagsText: values.tagsText ?? '',
  altText: values.altText ?? '',
});

/**
 * Edits a card. The draft survives a reload and a lost session until it is saved or discarded. An edit that was saved
 * meanwhile is shown beside this one, and neither text is lost.
 */
export function EditCard({ userId, card: opened, Editor, Questions, onSaved, onClose }: EditCardProps) {
  // The card as it was last saved: the form stays open if its questions are refused.
  const [card, setCard] = useState(opened);
  const cardId = card.id;
  const [draft] = useState(() =>
    storedValue<StoredEdit>('localStorage', `draft edit of card ${cardId} by ${userId}`),
  );
  const [cut, setCut] = usePictureDraft(`picture for card ${cardId} by ${userId}`);
  const [removed, setRemoved] = useState(false);
  const sceneDraft = useSceneDraft(`scene of card ${cardId} by ${userId}`);
  const { scene } = sceneDraft;
  const [publication, setPublication] = useState(() => publicationOf(card));
  const { progress, send } = useUpload();
  const questions = useRef<QuestionsEdit>(undefined);
  const [rich] = useState(card.htmlDesc != null);
  // What the edit started from; stored drafts may have started from an older version.
  const [{ defaults, firstStart }] = useState(() => {
    const { version: draftVersion = card.version, base = editOf(card), ...texts } = draft.read() ?? {};
    return {
      defaults: { ...editOf(card), ...texts },
      firstStart: {
        version: Math.min(draftVersion, sceneDraft.firstVersion ?? card.version),
        base,
        publication: publicationOf(card),
      },
    };
  });
  const [start, setStart] = useState(firstStart);
  const setScene = (next: Scene | undefined) => sceneDraft.change(next, start.version);
  const [version, setVersion] = useState(start.version);
  const [conflict, setConflict] = useState<Conflict>();
  // Without a change of mine the picture stays as it is stored now.
  const latest = conflict?.theirs ?? card;
  const drawn = useRasterUrl(scene);
  const drawnAside = useRasterUrl(conflict?.mine?.scene);
  const picture = cut || (removed ? '' : (drawn ?? latest.photoModelVec[0]?.specMap.sm.url ?? ''));
  // A new key gives the rich text editor its new text.
  const [shownHtml, setShownHtml] = useState({ key: 0, html: defaults.htmlDesc });
  const form = useContractForm({
    schema: CardEditForm,
    // The last two have no control of the form, but may be refused.
    defaults: { postId: cardId, photoBase64: '', ...defaults, license: card.license, source: '' },
    submit: async ({ title, statusText, htmlDesc, tagsText, altText }) => {
      // Only a draft can be without a title.
      if (title === null && publication.visibility !== 'draft') throw titleProblem();
      const body = new FormData();
      body.set('postId', String(cardId));
      body.set('version', String(version));
      if (title !== undefined) body.set('title', title ?? '');
      if (rich) body.set('htmlDesc', htmlDesc ?? '');
      else body.set('statusText', statusText ?? '');
      body.set('tagsText', tagsText ?? '');
      if (picture !== '') body.set('altText', altText ?? '');
      // Without the field the picture stays; an empty one removes the picture and its alternative text.
      if (cut !== '' || removed) body.set('photoBase64', cut);
      else if (scene) {
        const { drawRasterUrl } = await import('#features/drawing/raster.ts');
        body.set('scene', JSON.stringify(scene));
        body.set('photoBase64', await drawRasterUrl(scene));
      }
      for (const [name, value] of Object.entries(publication)) body.set(name, value);
      let saved: PostModel;
      try {
        const sent = body.has('photoBase64') ? send('PUT /r/post', body) : api('PUT /r/post', { body });
        saved = (await sent).postModel;
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.code !== 'edited_elsewhere') throw error;
        await showConflict();
        return;
      }
      draft.clear();
      setCut('');
      setRemoved(false);
      setScene(undefined);
      // The next save starts from this one.
      setCard(saved);
      setStart({ version: saved.version, base: editOf(saved), publication: publicationOf(saved) });
      setVersion(saved.version);
      setConflict(undefined);
      // After the card: hidden words must be in its new text.
      if ((await questions.current?.save()) !== false) onSaved(publication.visibility);
    },
  });
  const { watch, getValues, setValue } = form.fields;
  const setTexts = (texts: Edit) => {
    for (const name of Object.keys(texts) as (keyof Edit)[]) setValue(name, texts[name]);
    setShownHtml(({ key }) => ({ key: key + 1, html: texts.htmlDesc }));
  };
  const showConflict = async () => {
    const { postModel: theirs } = await api('GET /r/post', { query: { postId: String(cardId) } });
    setVersion(theirs.version);
    setConflict({ theirs });
    const [knownTexts, knownPublication] = conflict
      ? [editOf(conflict.theirs), publicationOf(conflict.theirs)]
      : [start.base, start.publication];
    setTexts(mergeFields(knownTexts, textsOf(getValues()), editOf(theirs)));
    setPublication(mergeFields(knownPublication, publication, publicationOf(theirs)));
  };
  useEffect(() => {
    const { version: startVersion, base } = start;
    const watching = watch((values) => draft.write({ ...textsOf(values), version: startVersion, base }));
    return () => watching.unsubscribe();
  }, [watch, draft, start]);

  const mine = conflict?.mine ?? { texts: textsOf(watch()), publication, cut, removed, scene };
  const minePicture = conflict?.mine ? drawnAside : drawn;

  const close = () => (card === opened ? onClose() : onSaved(card.visibility ?? 'public'));
  const giveUp = () => {
    draft.clear();
    questions.current?.discard();
    setCut('');
    setScene(undefined);
    close();
  };

  return (
    <Dialog open onClose={close} title="Edit card" size={rich ? 'lg' : 'md'}>
      <ContractForm form={form}>
        {conflict && (
          <EditConflict
            key={conflict.theirs.version}
            theirs={conflict.theirs}
            mine={{
              ...contentOfEdit(mine.texts, rich, mine.cut !== '' || mine.removed ? mine.cut : minePicture),
              license: mine.publication.license,
              source: mine.publication.source,
            }}
            usesTheirs={conflict.mine !== undefined}
            busy={form.submitting}
            onUseTheirs={() => {
              setConflict({ ...conflict, mine });
              setCut('');
              setRemoved(false);
              setScene(undefined);
              setPublication(publicationOf(conflict.theirs));
              setTexts(editOf(conflict.theirs));
            }}
            onUseMine={() => {
              setConflict({ theirs: conflict.theirs });
              setCut(mine.cut);
              setRemoved(mine.removed);
              setScene(mine.scene);
              setPublication(mine.publication);
              setTexts(mine.texts);
            }}
          />
        )}
        <TitleAndDescription
          key={shownHtml.key}
          form={form}
          html={rich ? shownHtml.html : undefined}
          onHtml={(html) => setValue('htmlDesc', html)}
          Editor={Editor}
        />
        <FormulaHint text={mine.texts.statusText} html={rich ? mine.texts.htmlDesc : ''} />
        {latest.type === 'kDrawn' ? (
          <img className="picture-cut" src={picture} alt="The drawing" />
        ) : (
          <PictureField
            label="Picture"
            optional
            freeable
            picture={picture}
            onPicture={(dataUrl) => {
              setCut(dataUrl);
              setRemoved(dataUrl === '');
              setScene(undefined);
            }}
            error={form.errorOf('photoBase64')}
            disabled={form.submitting}
          />
        )}
        {picture !== '' && cut === '' && (
          <LabelPicture
            picture={latest.photoModelVec[0]?.specMap.lg.url ?? ''}
            scene={scene ?? (latest.hasScene ? () => storedScene(cardId) : undefined)}
            isDrawn={latest.type === 'kDrawn'}
            onScene={setScene}
          />
        )}
        {cut !== '' && <p className="meta">You can label the new picture once it is saved.</p>}
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
        <TagsInput form={form} />
        <CardPublication value={publication} stored={card} onChange={setPublication} errorOf={form.errorOf} />
        <Questions
          cardId={cardId}
          onReady={(edit) => {
            questions.current = edit;
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

const storedScene = async (cardId: number): Promise<Scene> =>
  (await api('GET /r/scene', { query: { postId: String(cardId) } })).scene;

/** The drawing that is not saved yet. It survives a reload, with the version of the card that it started from. */
function useSceneDraft(name: string) {
  const [store] = useState(() =>
    storedValue<Scene & { cardVersion?: number }>('localStorage', `draft ${name}`),
  );
  const [{ first, firstVersion }] = useState(() => {
    const { cardVersion, ...kept } = store.read() ?? {};
    return { first: 'items' in kept ? kept : undefined, firstVersion: cardVersion };
  });
  const [scene, setScene] = useState<Scene | undefined>(first);
  const change = (next: Scene | undefined, cardVersion: number) => {
    setScene(next);
    if (next) store.write({ ...next, cardVersion });
    else store.clear();
  };
  return { scene, firstVersion, change };
}

const titleProblem = () =>
  new ApiProblem({
    status: 400,
    code: 'invalid_input',
    detail: titleMissing,
    fields: [{ field: 'title', message: titleMissing }],
  });
