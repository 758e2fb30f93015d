import { ApiProblem } from './api-problem.ts';

/** The last refused submit of a form. */
export interface FormRefusal {
  /** How many submits were refused so far. */
  count: number;
  /** Shown in the alert until it hides. */
  messages: readonly string[];
}

export const noRefusal: FormRefusal = { count: 0, messages: [] };

/** Fields with an empty message are only marked. */
export const nextRefusal =
  (messages: readonly string[]) =>
  ({ count }: FormRefusal): FormRefusal => ({
    count: count + 1,
    messages: [...new Set(messages)].filter((message) => message !== ''),
  });

export const hideRefusal = ({ count }: FormRefusal): FormRefusal => ({ count, messages: [] });

type ErrorTree = Readonly<Record<string, unknown>>;

/** The messages in the errors of the form library: `{email: {message}}`, nested for lists. */
export function messagesIn(errors: ErrorTree): string[] {
  return Object.values(errors).flatMap((error): string[] => {
    if (typeof error !== 'object' || error === null) return [];
    if (!('message' in error) || typeof error.message !== 'string') return messagesIn(error as ErrorTree);
    return [error.message];
  });
}

/** What the server said about the fields of the form, or else about the whole. */
export function serverRefusal(error: unknown, hasField: (name: string) => boolean) {
  if (!(error instanceof ApiProblem)) {
    return { named: [], messages: ['Something went wrong. Please try again.'] };
  }
  const named = error.fields.filter(({ field }) => hasField(field));
  return { named, messages: named.length > 0 ? named.map(({ message }) => message) : [error.detail] };
}
