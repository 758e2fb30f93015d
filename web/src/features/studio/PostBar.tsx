import { CalendarClock } from 'lucide-react';
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
export function PostBar({ draft, card: { form, state, progress, cancelSchedule } }: PostBarProps) {
  const visibility = form.fields.watch('visibility');
  const isLater = visibility === 'public' && Number(form.fields.watch('publishAt')) > 0;
  const scheduledAt = draft.publishAt();
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
      <PublishPanel form={form} />
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
