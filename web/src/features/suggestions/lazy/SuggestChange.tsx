import type { PostModel } from '@gyan/contract/cards.ts';
import { SuggestionForm } from '@gyan/contract/suggestions.ts';
import { useState } from 'react';
import { FormulaHint } from '#features/cards/FormulaHint.tsx';
import { type RichTextEditor, TagsInput, TitleAndDescription } from '#features/cards/lazy/CardTextFields.tsx';
import { editOf } from '#features/cards/lazy/edit-merge.ts';
import { api } from '#features/session/actions.ts';
import { ContractForm } from '#lib/ContractForm.tsx';
import { useFormDraft, useSaveDraft } from '#lib/form-draft.ts';
import { paths } from '#lib/paths.ts';
import { displayName } from '#lib/text.ts';
import { useContractForm } from '#lib/use-contract-form.ts';
import { useIdempotencyKey } from '#lib/use-idempotency-key.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Link } from '#ui/Link.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { queueToast } from '#ui/toast-queue.ts';

interface SuggestChangeProps {
  userId: number;
  card: PostModel;
  Editor: RichTextEditor;
  onClose: () => void;
}

const linkHidesAfter = 10_000;

const sentText = ({ ownerModel }: PostModel) => (
  <>
    Your suggestion is sent to {displayName(ownerModel)}.{' '}
    <Link className="link" to={paths.sentSuggestions}>
      Your suggestions
    </Link>
  </>
);

/** Another user's card in the usual form; what was changed is sent to its owner. */
export function SuggestChange({ userId, card, Editor, onClose }: SuggestChangeProps) {
  const rich = card.htmlDesc != null;
  // As it was opened: if the owner edits the card meanwhile, the old text must not be sent as a change.
  const [{ altText: _altText, ...texts }] = useState(() => editOf(card));
  const asItIs = { ...texts, note: '' };
  const draft = useFormDraft(`suggestion for card ${card.id} by ${userId}`, asItIs);
  const keyOf = useIdempotencyKey();
  const form = useContractForm({
    schema: SuggestionForm,
    defaults: { postId: card.id, ...draft.first },
    submit: async ({ title, statusText, htmlDesc, tagsText, note }) => {
      const body = {
        postId: card.id,
        ...(title === texts.title ? {} : { title }),
        ...(rich || (statusText ?? '') === texts.statusText ? {} : { statusText }),
        ...(!rich || (htmlDesc ?? '') === texts.htmlDesc ? {} : { htmlDesc }),
        ...((tagsText ?? '') === texts.tagsText ? {} : { tagsText }),
        ...(note === undefined ? {} : { note }),
      };
      await api('POST /r/suggestion', { body, idempotencyKey: keyOf(body) });
      draft.clear();
      onClose();
      queueToast({
        tone: 'success',
        hideAfter: linkHidesAfter,
        text: sentText(card),
      });
    },
  });
  const { title, statusText, htmlDesc, tagsText, note } = form.fields.watch();
  useSaveDraft(
    draft,
    {
      title: title ?? '',
      statusText: statusText ?? '',
      htmlDesc: htmlDesc ?? '',
      tagsText: tagsText ?? '',
      note: note ?? '',
    },
    asItIs,
  );
  const giveUp = () => {
    draft.clear();
    onClose();
  };

  return (
    <Dialog
      open
      size={rich ? 'lg' : 'md'}
      title="Suggest a change"
      description={`Edit the card as you would like it. ${displayName(card.ownerModel)} sees the difference and decides.`}
      onClose={onClose}
    >
      <ContractForm form={form}>
        <TitleAndDescription
          form={form}
          html={rich ? draft.first.htmlDesc : undefined}
          onHtml={(html) => form.fields.setValue('htmlDesc', html)}
          Editor={Editor}
        />
        <FormulaHint text={statusText ?? ''} html={rich ? (htmlDesc ?? '') : ''} />
        <TagsInput form={form} />
        <Field label="Why?" hint="What you changed, in a sentence." error={form.errorOf('note')} optional>
          <TextInput {...form.register('note')} />
        </Field>
        <div className="form-actions">
          <Button type="submit" variant="primary" busy={form.submitting}>
            Send
          </Button>
          <Button variant="quiet" onClick={giveUp}>
            Cancel
          </Button>
        </div>
      </ContractForm>
    </Dialog>
  );
}
