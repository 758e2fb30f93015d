import { ChainEditForm, type ChapterModel } from '@gyan/contract/chains.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { VisibilityChoice } from '#features/publication/lazy/VisibilityChoice.tsx';
import { api } from '#features/session/actions.ts';
import { ContractForm } from '#lib/ContractForm.tsx';
import { useFormDraft, useSaveDraft } from '#lib/form-draft.ts';
import { useContractForm } from '#lib/use-contract-form.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import { chainForViewer } from './api.ts';

interface ChainDetailsProps {
  userId: number;
  chain: ChapterModel;
  /** The noun shown in the interface. */
  noun: 'chain' | 'chapter';
  onClose: () => void;
}

/** Edits title, description and visibility of a chain. The draft survives until it is saved or discarded. */
export function ChainDetails({ userId, chain, noun, onClose }: ChainDetailsProps) {
  const client = useQueryClient();
  const asItIs = { title: chain.title, desc: chain.desc ?? '' };
  const draft = useFormDraft(`edit of chain ${chain.id} by ${userId}`, asItIs);
  const [visibility, setVisibility] = useState(chain.visibility);
  const form = useContractForm({
    schema: ChainEditForm,
    defaults: { chapterId: chain.id, ...draft.first },
    submit: async ({ title, desc }) => {
      const { chapterModel } = await api('PUT /r/chapter', {
        body: { chapterId: chain.id, title, desc: desc ?? '', visibility },
      });
      draft.clear();
      const { feedItemModelVec: _cards, ...facts } = chapterModel;
      client.setQueryData(
        chainForViewer(userId, chain.id).queryKey,
        (previous) => previous && { ...previous, ...facts },
      );
      // Other lists show the title too.
      void client.invalidateQueries();
      queueToast({ tone: 'success', text: 'Your changes are saved.' });
      onClose();
    },
  });
  const { title = '', desc } = form.fields.watch();
  useSaveDraft(draft, { title, desc: desc ?? '' }, asItIs);

  const giveUp = () => {
    draft.clear();
    onClose();
  };

  return (
    <Dialog open onClose={onClose} title={`Edit ${noun}`}>
      <ContractForm form={form}>
        <Field label="Title" error={form.errorOf('title')}>
          <TextInput {...form.register('title')} autoComplete="off" />
        </Field>
        <Field
          label="Description"
          hint="What it leads to, in a sentence or two."
          error={form.errorOf('desc')}
          optional
        >
          <TextArea {...form.register('desc')} />
        </Field>
        <VisibilityChoice value={visibility} stored={chain.visibility} onChange={setVisibility} />
        <div className="form-actions">
          <Button type="submit" variant="primary" busy={form.submitting}>
            Save
          </Button>
          <Button variant="quiet" onClick={giveUp}>
            Cancel
          </Button>
        </div>
      </ContractForm>
    </Dialog>
  );
}
