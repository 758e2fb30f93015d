import { ProblemError } from '#http/problems.ts';

export function notHere(): ProblemError {
  return new ProblemError('not_found', 'This is not here, or not any more.');
}
