import type { Problem } from '@gyan/contract/errors.ts';
import { ApiProblem } from './api-problem.ts';

const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' && body !== null && 'code' in body && 'detail' in body;

/** Parses an error response; a proxy may have sent it, so the body can be anything. */
export function problemOf(status: number, body: unknown): ApiProblem {
  if (isProblem(body)) return new ApiProblem({ ...body, status });
  return new ApiProblem({
    status,
    code: status === 404 ? 'not_found' : status >= 502 ? 'unavailable' : 'internal',
    detail: 'The server gave an answer we could not read. Please try again.',
  });
}
