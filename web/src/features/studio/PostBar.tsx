import { Button } from '#ui/Button.tsx';
import type { CardFormState } from './card-form.ts';
import { ValidationAlert } from './ValidationAlert.tsx';

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
