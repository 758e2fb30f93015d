import type { UserModel } from '@gyan/contract/users.ts';
import { Sparkles } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { FormulaHint } from '#features/cards/FormulaHint.tsx';
import type { OpenDraft } from '#features/drafts/open-draft.ts';
import { SaveLine } from '#features/drafts/SaveLine.tsx';
import { ContractForm } from '#lib/ContractForm.tsx';
import { useSite } from '#lib/site.ts';
import { Alert } from '#ui/Alert.tsx';
import { Field } from '#ui/Field.tsx';
import { Link } from '#ui/Link.tsx';
import { Tag } from '#ui/Tag.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import { AiPrompt, type GeneratedText } from './AiPrompt.tsx';
import { CardPreview } from './CardPreview.tsx';
import type { TabProps } from './card-form.ts';
import { RichDescription } from './DescriptionField.tsx';
import { textOfHtml, titleOfHtml } from './editor-text.ts';
import { PostBar } from './PostBar.tsx';
import { TagsField } from './TagsField.tsx';
import { useCardForm } from './use-card-form.ts';

/** Asks for a prompt, then shows the generated text to edit and post. */
export function AiTab({ user, draft }: TabProps) {
  const { autosave } = draft;
  const { ai } = useSite();
  const state = useSyncExternalStore(autosave.subscribe, autosave.state);
  // How often the form was given a new text.
  const [times, setTimes] = useState(0);
  // Its form stays open when the author empties it.
  const [hasText, setHasText] = useState(() => autosave.content().htmlDesc !== '');

  const openForm = (content: ReturnType<typeof autosave.content>) => {
    autosave.change(content);
    setHasText(content.htmlDesc !== '');
    setTimes((previous) => previous + 1);
  };

  const acceptGenerated = (generated: GeneratedText) => {
    const old = autosave.content();
    openForm({ ...old, title: '', ...generated });
    if (old.htmlDesc === '') return;
    queueToast({
      text: 'The new text took the place of the old one.',
      action: { label: 'Undo', onPress: () => openForm(old) },
    });
  };

  // Until there is a text, the prompt is what the draft has.
  const savePrompt = (prompt: string) => {
    const content = autosave.content();
    autosave.change({ ...content, prompt, ...(!hasText && { aiPrompt: prompt }) });
  };
  return (
    <div className="studio-steps">
      {ai ? (
        <AiPrompt
          prompt={autosave.content().prompt}
          onPrompt={savePrompt}
          again={hasText}
          onGenerated={acceptGenerated}
        />
      ) : (
        <Alert title="There is no AI here yet">
          This site is not connected to a model.{' '}
          <Link className="link" to={{ search: '?tab=custom' }} replace>
            Write a card of your own
          </Link>
        </Alert>
      )}
      {!hasText && <SaveLine state={state} onRetry={() => void autosave.save()} />}
      {hasText && <AiCard key={times} user={user} draft={draft} takesFocus={times > 0} />}
    </div>
  );
}

interface AiCardProps {
  user: UserModel;
  draft: OpenDraft;
  takesFocus: boolean;
}

function AiCard({ user, draft, takesFocus }: AiCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { aiPrompt, aiModelName } = draft.autosave.content();
  const card = useCardForm(draft);
  const { form, typed } = card;
  useEffect(() => {
    // The focused stop button has unmounted.
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);

  const titleWithout = titleOfHtml(typed.htmlDesc, aiPrompt);
  return (
    <div className="studio">
      <div className="stack">
        <div className="studio-heading">
          <h2 ref={heading} tabIndex={-1}>
            Your card
          </h2>
          <Tag tone="accent" icon={<Sparkles size={14} aria-hidden="true" />}>
            {aiModelName === '' ? 'AI' : `AI · ${aiModelName}`}
          </Tag>
        </div>
        <ContractForm form={form}>
          <Field
            label="Title"
            hint="Left empty, it is taken from the first heading or sentence."
            error={form.errorOf('title')}
            optional
          >
            <TextInput {...form.register('title')} autoComplete="off" placeholder={titleWithout} />
          </Field>
          <Field label="Description" error={form.errorOf('htmlDesc')}>
            <RichDescription form={form} />
          </Field>
          <FormulaHint html={typed.htmlDesc} />
          <TagsField form={form} />
          <PostBar draft={draft} card={card} />
        </ContractForm>
      </div>
      <CardPreview
        type="kAIAssisted"
        aiModelName={aiModelName}
        title={typed.title.trim() || titleWithout}
        text={textOfHtml(typed.htmlDesc)}
        owner={user}
      />
    </div>
  );
}
