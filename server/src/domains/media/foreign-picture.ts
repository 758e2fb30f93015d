import { ProblemError } from '#http/problems.ts';
import { OutboundError } from '#lib/outbound.ts';

/** The other site, our storage or the making of pictures is away for now: worth another try. */
export const isPassing = (error: unknown) =>
  error instanceof OutboundError || (error instanceof ProblemError && error.code === 'unavailable');

/** Also what came is no picture, or too large a one: it will not be another one next time. */
export const isForeign = (error: unknown) => isPassing(error) || error instanceof ProblemError;
