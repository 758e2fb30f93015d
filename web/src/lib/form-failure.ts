import { ApiProblem } from './api-problem.ts';

export interface FormFailure {
  /** The server's message. */
  text: string;
  /** Undefined if the error did not come from a call. */
  problem: ApiProblem | undefined;
}

export function formFailureOf(error: unknown): FormFailure {
  const problem = error instanceof ApiProblem ? error : undefined;
  return { problem, text: problem?.detail ?? 'Something went wrong. Please try again.' };
}

/** The type of an error shown beside a field but not in the summary, because the alert already shows it. */
export const besideField = 'besideField';

export const errorsForSummary = (errors: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(errors).filter(
      ([, error]) => (error as { type?: unknown } | undefined)?.type !== besideField,
    ),
  );
