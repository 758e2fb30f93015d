import { clsx } from 'clsx';
import { type ComponentProps, type FormEvent, type MouseEvent, useEffect, useRef } from 'react';
import type { FormError } from './form-errors.ts';

export interface FormProps extends Omit<ComponentProps<'form'>, 'ref'> {
  /** Errors in the order of the fields; an entry without `field` concerns the whole form. */
  errors?: readonly FormError[];
  /** Disables everything inside. */
  submitting?: boolean;
  errorTitle?: string;
}

const none: readonly FormError[] = [];

/** After a refused submit the summary takes focus; after a successful one focus returns to where it was. */
export function Form({
  errors = none,
  submitting = false,
  errorTitle = 'Please check this:',
  className,
  onSubmit,
  children,
  ...rest
}: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLElement>(null);
  const awaitingAnswer = useRef(false);
  const pressed = useRef<Element | null>(null);
  const wasSubmitting = useRef(false);

  useEffect(() => {
    const settled = wasSubmitting.current && !submitting;
    wasSubmitting.current = submitting;
    if (submitting || !awaitingAnswer.current) return;
    if (errors.length > 0) {
      awaitingAnswer.current = false;
      summary.current?.focus();
    } else if (settled) {
      awaitingAnswer.current = false;
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (lost && pressed.current instanceof HTMLElement) pressed.current.focus();
    }
  }, [errors, submitting]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    awaitingAnswer.current = true;
    pressed.current = document.activeElement;
    onSubmit?.(event as Parameters<NonNullable<typeof onSubmit>>[0]);
  };

  const goToField = (event: MouseEvent, name: string) => {
    event.preventDefault();
    const control = form.current?.elements.namedItem(name);
    const target = control instanceof RadioNodeList ? control[0] : control;
    if (target instanceof HTMLElement) target.focus();
  };

  return (
    <form noValidate {...rest} ref={form} className={clsx('stack', className)} onSubmit={submit}>
      {errors.length > 0 && (
        <section
          ref={summary}
          tabIndex={-1}
          aria-label={errorTitle}
          className="alert alert-danger form-summary"
        >
          <div className="alert-body">
            <p className="alert-title">{errorTitle}</p>
            <ul>
              {errors.map(({ field, message }) => (
                <li key={`${field}:${message}`}>
                  {field ? (
                    <a href={`#${field}`} onClick={(event) => goToField(event, field)}>
                      {message}
                    </a>
                  ) : (
                    message
                  )}
                </li>
              ))}
            </ul>
          </div>
        </section>
      )}
      <fieldset className="form-body" disabled={submitting} aria-busy={submitting || undefined}>
        {children}
      </fieldset>
    </form>
  );
}
