import type { FieldProblem, ProblemCode } from '@gyan/contract/errors.ts';

/** `offline` exists only in the browser: the request got no response. */
export type ApiProblemCode = ProblemCode | 'offline';

export interface ProblemFacts {
  status: number;
  code: ApiProblemCode;
  detail: string;
  fields?: FieldProblem[] | undefined;
}

/** A failed call, with the server's message. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly status: number;
  readonly code: ApiProblemCode;
  readonly detail: string;
  readonly fields: readonly FieldProblem[];

  constructor({ status, code, detail, fields = [] }: ProblemFacts) {
    super(detail);
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.fields = fields;
  }

  toJSON(): ProblemFacts {
    return { status: this.status, code: this.code, detail: this.detail, fields: [...this.fields] };
  }
}

/** For users: why it failed, or what they can do. */
export const reasonOf = (error: unknown) =>
  error instanceof ApiProblem ? error.detail : 'Please try again.';

export const notFoundProblem = (detail: string) => new ApiProblem({ status: 404, code: 'not_found', detail });

export const offlineProblem = () =>
  new ApiProblem({
    status: 0,
    code: 'offline',
    detail: 'We could not reach the server. Check your connection and try again.',
  });
