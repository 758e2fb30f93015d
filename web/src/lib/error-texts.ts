import { isRouteErrorResponse } from 'react-router';
import { ApiProblem, type ApiProblemCode, notFoundProblem } from './api-problem.ts';

export interface ErrorTexts {
  title: string;
  text: string;
  /** Whether a retry can help. */
  retry: boolean;
}

const texts: Partial<Record<ApiProblemCode, ErrorTexts>> = {
  not_found: {
    title: 'We looked everywhere',
    text: 'There is nothing at this address. It may have been removed, or the link may have lost a letter on its way to you.',
    retry: false,
  },
  forbidden: {
    title: 'This page is not yours to open',
    text: 'You are signed in, but this part of Gyan is for people with another role.',
    retry: false,
  },
  email_unverified: {
    title: 'One step is missing',
    text: 'Please confirm your e-mail address first: the link is in the e-mail we sent you.',
    retry: true,
  },
  unauthenticated: {
    title: 'Please sign in again',
    text: 'Your session has ended. Sign in and we will bring you back here.',
    retry: false,
  },
  offline: {
    title: 'You seem to be offline',
    text: 'We could not reach the server. Check your connection and try again; nothing you wrote is lost.',
    retry: true,
  },
  too_many_requests: {
    title: 'A little slower, please',
    text: 'That was a lot in a short time. Wait a moment, then try again.',
    retry: true,
  },
  unavailable: {
    title: 'We are catching our breath',
    text: 'The server is busy or being looked after. Please try again in a moment.',
    retry: true,
  },
};

const unexpected: ErrorTexts = {
  title: 'Something went wrong',
  text: 'That was our mistake, not yours. Please try again; if it happens once more, come back a little later.',
  retry: true,
};

/**
 * The known problem of a failed page, if any. A page sends nothing but its URL, so a validation error or an
 * unknown route means not found.
 */
export function pageProblem(error: unknown): ApiProblem | undefined {
  const nowhere =
    error instanceof ApiProblem
      ? error.code === 'invalid_input' || error.code === 'invalid_cursor'
      : isRouteErrorResponse(error) && error.status === 404;
  if (nowhere) return notFoundProblem('There is nothing at this address.');
  return error instanceof ApiProblem ? error : undefined;
}

export function errorTexts(error: unknown): ErrorTexts {
  const problem = pageProblem(error);
  return (problem && texts[problem.code]) ?? unexpected;
}

/** The HTTP status of a page that shows this error. */
export function errorStatus(error: unknown): number {
  const status = pageProblem(error)?.status ?? 0;
  return status >= 400 ? status : 500;
}
