import { ValidationAlert } from '#lib/ValidationAlert.tsx';
import { Button } from '#ui/Button.tsx';
import type { CardFormState } from './card-form.ts';

export function PostBar({ form }: { form: CardFormState }) {
  const { errors, submitCount } = form.fields.formState;
  return (
    <>
      <div className="form-actions">
        <Button type="submit" variant="primary" size="lg" busy={form.submitting} busyText="Adding">
          Post
        </Button>
      </div>
      <ValidationAlert errors={errors} submitCount={submitCount} />
    </>
  );
}
