import { ProblemError } from '#http/problems.ts';

/** Where the storage is slow, full or away, whoever asks has done nothing wrong and may try again. */
export async function fromStorage<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new ProblemError('unavailable', undefined, { retryAfter: 5, cause });
  }
}
