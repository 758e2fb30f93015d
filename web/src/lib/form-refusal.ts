import { ApiProblem } from './api-problem.ts';

export interface Refusal {
  /** The server's sentence. */
  text: string;
  /** Undefined when what failed was not a call. */
  problem: ApiProblem | undefined;
}

export function refusalOf(error: unknown): Refusal {
  const problem = error instanceof ApiProblem ? error : undefined;
  return { problem, text: problem?.detail ?? 'Something went wrong. Please try again.' };
}

/** The type of an error that stands beside a field and not in the list above the fields: the alert says it already. */
export const aside = 'aside';

export const listed = (errors: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(errors).filter(([, error]) => (error as { type?: unknown } | undefined)?.type !== aside),
  );
