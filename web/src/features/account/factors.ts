import type { FactorModel } from '@gyan/contract/factors.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#features/session/actions.ts';
import { ApiProblem } from '#lib/api-problem.ts';
import { queryKeys } from '#lib/query-keys.ts';

export const factorsOf = (userId: number) =>
  queryOptions({
    queryKey: queryKeys.factors(userId),
    queryFn: ({ signal }) => api('GET /r/factors', { signal }),
  });

export const factorKinds: Record<FactorModel['kind'], string> = {
  totp: 'Authenticator app',
  passkey: 'Passkey',
};

/** The message of a refusal, for the user. */
export function refusalText(error: unknown): string {
  if (error instanceof ApiProblem) return error.detail;
  if (error instanceof Error && error.name === 'PasskeyFailure') return error.message;
  return 'Something went wrong. Please try again.';
}
