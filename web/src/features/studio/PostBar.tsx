import { CalendarClock } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { OpenDraft } from '#features/drafts/open-draft.ts';
import { SaveLine } from '#features/drafts/SaveLine.tsx';
import { scheduleText } from '#features/publication/schedule.ts';
import { Button } from '#ui/Button.tsx';
import { UploadProgress } from '#ui/UploadProgress.tsx';
import { PublishPanel } from './PublishPanel.tsx';
import type { CardFormParts } from './use-card-form.ts';

interface PostBarProps {
  draft: OpenDraft;
  card: CardFormParts;
}

/** The end of each tab's form: how to publish, the button, and whether the draft is saved. */
export function PostBar({ draft, card }: PostBarProps) {
  const { form, state, progress, scheduleInput, cancelSchedule } = card;
  const toggle = useRef<HTMLButtonElement>(null);
  const visibility = form.fields.watch('visibility');
  const isLater = visibility === 'public' && Number(form.fields.watch('publishAt')) > 0;
  const scheduledAt = draft.publishAt();
  const isScheduled = scheduledAt !== null;
  const wasScheduled = useRef(isScheduled);
  useEffect(() => {
    // The button that cancels has unmounted.
    const isLost = wasScheduled.current && !isScheduled && document.activeElement === document.body;
    if (isLost) toggle.current?.focus();
    wasScheduled.current = isScheduled;
  }, [isScheduled]);
  const label = visibility === 'draft' ? 'Keep as draft' : isLater ? 'Schedule' : 'Post';
  return (
    <>
      {scheduledAt !== null && (
        <p className="schedule-line">
          <CalendarClock size={18} aria-hidden="true" /> {scheduleText(scheduledAt)}.
          <Button size="sm" variant="quiet" onClick={() => void cancelSchedule()}>
            Cancel the schedule
          </Button>
        </p>
      )}
      <PublishPanel form={form} scheduleInput={scheduleInput} toggle={toggle} />
      <div className="form-actions">
        <Button type="submit" variant="primary" size="lg" busy={form.submitting} busyText="Adding">
          {label}
        </Button>
        {!form.submitting && <SaveLine state={state} onRetry={() => void draft.autosave.save()} />}
      </div>
      <UploadProgress progress={progress} />
    </>
  );
}
