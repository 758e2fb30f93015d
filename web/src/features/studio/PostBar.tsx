import { Button } from '#ui/Button.tsx';
import { UploadProgress } from '#ui/UploadProgress.tsx';
import type { CardFormState } from './card-form.ts';

interface PostBarProps {
  form: CardFormState;
  /** Upload progress of the picture, 0 to 1; undefined without an upload. */
  progress?: number | undefined;
}

export function PostBar({ form, progress }: PostBarProps) {
  return (
    <>
      <div className="form-actions">
        <Button type="submit" variant="primary" size="lg" busy={form.submitting} busyText="Adding">
          Post
        </Button>
      </div>
      <UploadProgress progress={progress} />
    </>
  );
}
