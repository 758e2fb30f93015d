import type { FieldErrors } from 'react-hook-form';
import { Alert } from '#ui/Alert.tsx';

interface Validated {
  errors: FieldErrors;
  submitCount: number;
}

/** Client-side validation errors, for five seconds; those beside the fields stay. */
export function ValidationAlert({ errors, submitCount }: Validated) {
  const messages = Object.values(errors).flatMap((error) =>
    error?.type === 'custom' && typeof error.message === 'string' ? [error.message] : [],
  );
  if (messages.length === 0) return null;
  return (
    <Alert key={submitCount} tone="danger" autoHide>
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
    </Alert>
  );
}
