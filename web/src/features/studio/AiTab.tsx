import { CardForm } from '@gyan/contract/cards.ts';
import type { UserModel } from '@gyan/contract/users.ts';
import { Sparkles } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ContractForm } from '#lib/ContractForm.tsx';
import { useDraft } from '#lib/draft.ts';
import { useFormDraft, useSaveDraft } from '#lib/form-draft.ts';
import { useSite } from '#lib/site.ts';
import { useContractForm } from '#lib/use-contract-form.ts';
import { Alert } from '#ui/Alert.tsx';
import { Field } from '#ui/Field.tsx';
import { Link } from '#ui/Link.tsx';
import { Tag } from '#ui/Tag.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { useToast } from '#ui/toast-context.ts';
import { AiPrompt } from './AiPrompt.tsx';
import { CardPreview } from './CardPreview.tsx';
import { RichDescription } from './DescriptionField.tsx';
import { textOfHtml, titleOfHtml } from './editor-text.ts';
import { PostBar } from './PostBar.tsx';
import { usePublish } from './publish.ts';
import { TagsField } from './TagsField.tsx';
import { useAfterPost } from './use-after-post.tsx';

const empty = { aiPrompt: '', aiModelName: '', title: '', htmlDesc: '', tagsText: '' };

type AiFields = typeof empty;

const draftName = (user: UserModel) => `AI card of ${user.userId}`;

/** Asks for a prompt, then shows the generated text to edit and post. */
export function AiTab({ user }: { user: UserModel }) {
  const draft = useFormDraft(draftName(user), empty);
  const [prompt, savePrompt] = useDraft(`AI prompt of ${user.userId}`);
  const { ai } = useSite();
  const toast = useToast();
  const [opened, setOpened] = useState({ fields: draft.first, times: 0 });
  // The edited text, for when the next generation replaces it.
  const current = useRef(draft.first);

  const openForm = (fields: AiFields) => {
    current.current = fields;
    setOpened((previous) => ({ fields, times: previous.times + 1 }));
  };

  const acceptGenerated = (generated: Pick<AiFields, 'aiPrompt' | 'aiModelName' | 'htmlDesc'>) => {
    const old = current.current;
    openForm({ ...empty, tagsText: old.tagsText, ...generated });
    if (old.htmlDesc === '') return;
    toast({
      text: 'The new text took the place of the old one.',
      action: { label: 'Undo', onPress: () => openForm(old) },
    });
  };

  const { fields, times } = opened;
  return (
    <div className="studio-steps">
      {ai ? (
        <AiPrompt
          prompt={prompt}
          onPrompt={savePrompt}
          again={fields.htmlDesc !== ''}
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
      {fields.htmlDesc !== '' && (
        <AiCard
          key={times}
          user={user}
          first={fields}
          takesFocus={times > 0}
          onChange={(now) => {
            current.current = now;
          }}
          onPosted={() => savePrompt('')}
        />
      )}
    </div>
  );
}

interface AiCardProps {
  user: UserModel;
  first: AiFields;
  takesFocus: boolean;
  onChange: (fields: AiFields) => void;
  onPosted: () => void;
}

function AiCard({ user, first, takesFocus, onChange, onPosted }: AiCardProps) {
  const draft = useFormDraft(draftName(user), empty);
  const { publish } = usePublish();
  const posted = useAfterPost();
  const heading = useRef<HTMLHeadingElement>(null);
  const { aiPrompt, aiModelName } = first;
  const form = useContractForm({
    schema: CardForm,
    defaults: {
      postType: 'kAIAssisted',
      aiPrompt,
      aiModelName,
      title: first.title,
      htmlDesc: first.htmlDesc,
      tagsText: first.tagsText,
    },
    submit: async (values) => {
      const card = await publish(values);
      draft.clear();
      onPosted();
      await posted(card);
    },
  });
  const values = form.fields.watch();
  const fields = {
    aiPrompt,
    aiModelName,
    title: values.title ?? '',
    htmlDesc: values.htmlDesc ?? '',
    tagsText: values.tagsText ?? '',
  };
  useSaveDraft(draft, fields);
  useEffect(() => onChange(fields));
  useEffect(() => {
    // The focused stop button has unmounted.
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);

  const titleWithout = titleOfHtml(fields.htmlDesc, aiPrompt);
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
          <TagsField form={form} />
          <PostBar form={form} />
        </ContractForm>
      </div>
      <CardPreview
        type="kAIAssisted"
        aiModelName={aiModelName}
        title={fields.title.trim() || titleWithout}
        text={textOfHtml(fields.htmlDesc)}
        owner={user}
      />
    </div>
  );
}
