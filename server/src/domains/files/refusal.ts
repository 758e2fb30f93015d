import type { ProblemCode } from '@gyan/contract/errors.ts';

/** A file that cannot be imported, with a sentence for the user. */
export class FileRefusal extends Error {
  override name = 'FileRefusal';
  readonly code: Extract<ProblemCode, 'invalid_input' | 'too_large'>;

  constructor(detail: string, code: FileRefusal['code'] = 'invalid_input', cause?: unknown) {
    super(detail, { cause });
    this.code = code;
  }
}

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);

export const tooManyBytes = (limit: number) =>
  new FileRefusal(`This file has more than ${megabytes(limit)} MB when it is unpacked.`, 'too_large');
