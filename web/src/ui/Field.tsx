import { clsx } from 'clsx';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId, useMemo } from 'react';
import { FieldContext } from './field-context.ts';

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** An empty message marks the control as invalid and says nothing. */
  error?: string;
  /** Fields are required by default; optional ones are labelled. */
  optional?: boolean;
  /** Shows an asterisk at a required field. */
  marked?: boolean;
  labelHidden?: boolean;
  id?: string;
  className?: string;
  /** One control that uses the field context: TextInput, TextArea, PasswordInput, Select. */
  children: ReactNode;
}

export function Field({
  label,
  hint,
  error,
  optional = false,
  marked = false,
  labelHidden,
  id,
  className,
  children,
}: FieldProps) {
  const generated = useId();
  const controlId = id ?? generated;
  const hintId = hint ? `${controlId}-hint` : undefined;
  const errorId = error ? `${controlId}-error` : undefined;
  const describedBy = [hintId, errorId].filter(Boolean).join(' ') || undefined;
  const wiring = useMemo(
    () => ({ id: controlId, describedBy, invalid: error !== undefined, required: !optional }),
    [controlId, describedBy, error, optional],
  );
  return (
    <div className={clsx('field', className)}>
      <label
        htmlFor={controlId}
        className={clsx(labelHidden ? 'sr-only' : 'field-label', marked && 'field-marked')}
      >
        {label}
        {optional && <span className="field-optional"> (optional)</span>}
      </label>
      {hint && (
        <p id={hintId} className="field-hint">
          {hint}
        </p>
      )}
      <FieldContext value={wiring}>{children}</FieldContext>
      {error && (
        <p id={errorId} className="field-error">
          <CircleAlert size={16} aria-hidden="true" />
          {error}
        </p>
      )}
    </div>
  );
}
