import { clsx } from 'clsx';
import { type ComponentProps, type FormEvent, useEffect, useLayoutEffect, useRef } from 'react';

export interface FormProps extends Omit<ComponentProps<'form'>, 'ref'> {
  /** How many submits were refused so far. */
  refusals?: number;
  /** Disables everything inside. */
  submitting?: boolean;
}

/** After a refused submit the first invalid field takes focus; after a successful one focus returns to where it was. */
export function Form({
  refusals = 0,
  submitting = false,
  className,
  onSubmit,
  children,
  ...rest
}: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const awaitingAnswer = useRef(false);
  const pressed = useRef<Element | null>(null);
  const wasSubmitting = useRef(false);
  const refusalsBefore = useRef(0);

  // The boot script marks a form that was submitted before hydration. A layout effect, so that no press comes between.
  useLayoutEffect(() => {
    if (form.current?.dataset.early === '') form.current.requestSubmit();
    delete form.current?.dataset.early;
  }, []);

  // After every render: a form library may mark its fields after it has counted the refusal.
  useEffect(() => {
    const settled = wasSubmitting.current && !submitting;
    wasSubmitting.current = submitting;
    if (submitting || !awaitingAnswer.current) return;
    const invalid =
      refusals > refusalsBefore.current && form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!invalid && !settled) return;
    awaitingAnswer.current = false;
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (invalid) invalid.focus();
    else if (lost && pressed.current instanceof HTMLElement) pressed.current.focus();
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    awaitingAnswer.current = true;
    refusalsBefore.current = refusals;
    pressed.current = document.activeElement;
    onSubmit?.(event as Parameters<NonNullable<typeof onSubmit>>[0]);
  };

  return (
    // Outside a dialog this method sends nothing: a submit before hydration must not put a password into the URL.
    <form
      noValidate
      method="dialog"
      {...rest}
      ref={form}
      className={clsx('stack', className)}
      onSubmit={submit}
    >
      <fieldset className="form-body" disabled={submitting} aria-busy={submitting || undefined}>
        {children}
      </fieldset>
    </form>
  );
}
