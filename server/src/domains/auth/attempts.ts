import type { Limiter } from '#http/limits.ts';
import { ProblemError } from '#http/problems.ts';

type Counted = 'address' | 'account';

/**
 * Counts each attempt before it runs and refunds it unless it fails. Otherwise concurrent guesses would all pass before
 * the first one failed.
 */
export async function countFailures<T>(
  limiter: Limiter,
  counted: Partial<Record<Counted, string>>,
  attempt: () => Promise<T>,
): Promise<T> {
  const taken: [Counted, string][] = [];
  try {
    for (const [by, key] of Object.entries(counted) as [Counted, string][]) {
      await limiter.consume('signIn', by, key);
      taken.push([by, key]);
    }
    const result = await attempt();
    await refund(limiter, taken);
    return result;
  } catch (error) {
    if (!isFailure(error)) await refund(limiter, taken);
    throw error;
  }
}

function isFailure(error: unknown): boolean {
  return (
    error instanceof ProblemError &&
    ['invalid_credentials', 'reauth_required', 'second_factor_invalid'].includes(error.code)
  );
}

async function refund(limiter: Limiter, taken: readonly [Counted, string][]): Promise<void> {
  for (const [by, key] of taken) await limiter.refund('signIn', by, key);
}
