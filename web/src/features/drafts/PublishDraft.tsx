import { CardEditForm, type PostModel } from '@gyan/contract/cards.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { cardName } from '#features/cards/card-view.ts';
import { LicenseChoice } from '#features/publication/lazy/LicenseChoice.tsx';
import { ScheduleField } from '#features/publication/lazy/ScheduleField.tsx';
import { SourceField } from '#features/publication/lazy/SourceField.tsx';
import { VisibilityChoice } from '#features/publication/lazy/VisibilityChoice.tsx';
import { refuseHalfTyped, scheduleText } from '#features/publication/schedule.ts';
import { api } from '#features/session/actions.ts';
import { ContractForm } from '#lib/ContractForm.tsx';
import { paths } from '#lib/paths.ts';
import { useContractForm } from '#lib/use-contract-form.ts';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Link } from '#ui/Link.tsx';
import { queueToast } from '#ui/toast-queue.ts';

interface PublishDraftProps {
  card: PostModel;
  onClose: () => void;
}

/** Publishes a card from the list of drafts, now or later. */
export function PublishDraft({ card, onClose }: PublishDraftProps) {
  const lists = useQueryClient();
  const scheduleInput = useRef<HTMLInputElement>(null);
  const form = useContractForm({
    schema: CardEditForm,
    defaults: {
      postId: card.id,
      version: card.version,
      visibility: 'public',
      publishAt: card.publishAt ?? '',
      license: card.license,
      source: card.source ?? '',
      // These have no control here; named, so that all that is missing is said.
      title: undefined,
      statusText: undefined,
      htmlDesc: undefined,
      embedVideoUrl: undefined,
    },
    submit: async ({ visibility = 'public', publishAt, license, source }) => {
      refuseHalfTyped(scheduleInput.current);
      const body = new FormData();
      body.set('postId', String(card.id));
      body.set('version', String(card.version));
      if (license) body.set('license', license);
      body.set('source', source ?? '');
      const isLater = publishAt != null && visibility === 'public';
      body.set('visibility', isLater ? 'draft' : visibility);
      if (isLater) body.set('publishAt', String(publishAt));
      const { postModel } = await api('PUT /r/post', { body });
      void lists.invalidateQueries();
      showPublished(postModel);
      onClose();
    },
  });
  const { watch, setValue } = form.fields;
  const visibility = watch('visibility') ?? 'public';
  const publishAt = Number(watch('publishAt')) || undefined;
  return (
    <Dialog open onClose={onClose} title={`Publish “${cardName(card)}”`}>
      <ContractForm form={form}>
        <VisibilityChoice
          value={visibility}
          stored="draft"
          choices={['public', 'unlisted']}
          onChange={(next) => setValue('visibility', next)}
        />
        {visibility === 'public' && (
          <ScheduleField
            value={publishAt}
            onChange={(next) => setValue('publishAt', next ?? '')}
            error={form.errorOf('publishAt')}
            input={scheduleInput}
          />
        )}
        <LicenseChoice
          value={watch('license') ?? card.license}
          onChange={(next) => setValue('license', next)}
          error={form.errorOf('license')}
        />
        <SourceField {...form.register('source')} error={form.errorOf('source')} />
        <div className="form-actions">
          <Button type="submit" variant="primary" busy={form.submitting}>
            {publishAt !== undefined && visibility === 'public' ? 'Schedule' : 'Publish'}
          </Button>
          <ButtonLink variant="quiet" to={paths.editDraft(card.id)}>
            Edit it first
          </ButtonLink>
        </div>
      </ContractForm>
    </Dialog>
  );
}

function showPublished({ title, urlText, publishAt }: PostModel) {
  queueToast({
    tone: 'success',
    text:
      publishAt == null ? (
        <>
          Your card is posted:{' '}
          <Link className="link" to={paths.card(urlText)}>
            {title}
          </Link>
        </>
      ) : (
        `“${title}”: ${scheduleText(publishAt)}.`
      ),
  });
}
