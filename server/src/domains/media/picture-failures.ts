import { ProblemError } from '#http/problems.ts';
import { OutboundError } from '#lib/outbound.ts';

/** The other site, our storage or the image worker is unavailable: worth a retry. */
export const isTemporary = (error: unknown) =>
  error instanceof OutboundError || (error instanceof ProblemError && error.code === 'unavailable');

/** Also a file that is no picture or too large, where a retry would not help. */
export const isPictureFailure = (error: unknown) => isTemporary(error) || error instanceof ProblemError;
