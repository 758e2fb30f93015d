import { type FieldProblem, type Problem, type ProblemCode, problems } from '@gyan/contract/errors.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { CursorError } from '#db/page.ts';
import { isDatabaseUnavailable } from '#db/unavailable.ts';

/** The default message of a problem. */
const sentences: Partial<Record<ProblemCode, string>> = {
  invalid_cursor: 'This list has changed. Please load it again from the start.',
  unauthenticated: 'Please sign in to do this.',
  forbidden: 'You are not allowed to do this.',
  email_unverified: 'Please verify your e-mail address first.',
  csrf: 'This request could not be verified. Please reload the page and try again.',
  not_found: 'This is not here, or not any more.',
  too_large: 'This is too large to be accepted.',
  unsupported_media_type: 'This kind of content is not accepted here.',
  too_many_requests: 'You are doing this very often. Please wait a moment.',
  internal: 'Something went wrong on our side. Please try again.',
  unavailable: 'Gyan is briefly unavailable. Please try again in a moment.',
};

/** Thrown anywhere in a handler, it becomes the answer. */
export class ProblemError extends Error {
  override name = 'ProblemError';
  readonly code: ProblemCode;
  readonly fields: FieldProblem[] | undefined;
  /** Seconds; sent as `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ProblemCode,
    detail: string = sentences[code] ?? problems[code].title,
    more: { fields?: FieldProblem[]; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(detail, { cause: more.cause });
    this.code = code;
    this.fields = more.fields;
    this.retryAfter = more.retryAfter;
  }
}

/** Refuses input because of one field; the message is shown beside it. */
export function invalidField(field: string, message: string): ProblemError {
  return new ProblemError('invalid_input', message, { fields: [{ field, message }] });
}

export function tooMany(msBeforeNext: number): ProblemError {
  return new ProblemError('too_many_requests', undefined, {
    retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  });
}

export function installProblems(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = toProblem(error);
    if (problems[problem.code].status >= 500) {
      request.log[problem.code === 'internal' ? 'error' : 'warn']({ err: error }, 'request failed');
    }
    return sendProblem(request, reply, problem);
  });
  app.setNotFoundHandler((request, reply) =>
    sendProblem(request, reply, new ProblemError('not_found', 'There is nothing at this address.')),
  );
}

export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: ProblemError,
): FastifyReply {
  const body = problemBody(request, problem);
  if (problem.retryAfter !== undefined) reply.header('retry-after', Math.ceil(problem.retryAfter));
  return reply
    .code(body.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body);
}

export function problemBody(request: FastifyRequest, problem: ProblemError): Problem {
  const { status, title } = problems[problem.code];
  return {
    type: `about:blank#${problem.code}`,
    title,
    status,
    detail: problem.message,
    code: problem.code,
    ...(problem.fields ? { fields: problem.fields } : {}),
    requestId: request.id,
  };
}

/** Our problem for Fastify's error codes. */
const fastifyCodes: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_REQ_FILE_TOO_LARGE: 'too_large',
  FST_FILES_LIMIT: 'too_large',
  FST_PARTS_LIMIT: 'too_large',
  FST_FIELDS_LIMIT: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_TYPE: 'unsupported_media_type',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported_media_type',
  FST_UNDER_PRESSURE: 'unavailable',
};

export function toProblem(error: FastifyError | ProblemError): ProblemError {
  if (error instanceof ProblemError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = error.validation.map((issue) => ({
      field: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
      message: issue.message ?? 'Invalid input',
    }));
    return new ProblemError('invalid_input', fields[0]?.message, { fields });
  }
  if (error instanceof CursorError) return new ProblemError('invalid_cursor');
  if (isDatabaseUnavailable(error))
    return new ProblemError('unavailable', undefined, { retryAfter: 2, cause: error });
  const known = fastifyCodes[error.code];
  if (known) {
    return new ProblemError(known, undefined, {
      cause: error,
      ...(known === 'unavailable' ? { retryAfter: 5 } : {}),
    });
  }
  // Any other 4xx of Fastify and its plugins means malformed input.
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) {
    return new ProblemError('invalid_input', 'This request could not be read.', { cause: error });
  }
  return new ProblemError('internal', undefined, { cause: error });
}
