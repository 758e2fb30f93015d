import type { Call, CallKey, Who } from '@gyan/contract/call.ts';
import type { TokenScope } from '@gyan/contract/tokens.ts';
import type { FastifyRequest } from 'fastify';
import { ProblemError } from './problems.ts';

export type Role = 'kRegular' | 'kCreator' | 'kAdmin' | 'kSuperAdmin';

/** The signed-in user of a request, read for every request, so that role changes and sign-outs apply at once. */
export interface Viewer {
  userId: number;
  role: Role;
  emailVerified: boolean;
  /** 0 for an API token. */
  sessionId: number;
  /** Or when the password or a factor was given again. 1970 for an API token, which never counts as recent. */
  signedInAt: Date;
  /** Set for admins who have a second factor. */
  isAdminWithFactor?: boolean;
  /** Set if the request was sent with an API token. */
  tokenScope?: TokenScope;
  suspended?: boolean;
}

export type FindViewer = (token: string) => Promise<Viewer | undefined>;

export function bearerToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  const match = header === undefined ? null : /^Bearer ([\w-]{20,200})$/i.exec(header);
  return match?.[1];
}

export function isCreator(role: Role): boolean {
  return role !== 'kRegular';
}

export function isAdmin(role: Role): boolean {
  return role === 'kAdmin' || role === 'kSuperAdmin';
}

/** Throws unless the contract, and for admins the operator's settings, allow the viewer to make the call. */
export function checkAccess(
  who: Exclude<Who, 'anyone'>,
  viewer: Viewer | undefined,
  {
    whileSuspended = false,
    adminsNeedFactor = false,
  }: { whileSuspended?: boolean | undefined; adminsNeedFactor?: boolean } = {},
): Viewer {
  if (!viewer) throw new ProblemError('unauthenticated');
  if (viewer.suspended && !whileSuspended) {
    throw new ProblemError(
      'suspended',
      'Your account is suspended. The reasons are on the page of statements.',
    );
  }
  if (who === 'signed-in') return viewer;
  if (!viewer.emailVerified) throw new ProblemError('email_unverified');
  if (who === 'creator' && !isCreator(viewer.role)) throw new ProblemError('forbidden');
  if (who === 'admin' && !isAdmin(viewer.role)) throw new ProblemError('forbidden');
  if (who === 'admin' && adminsNeedFactor && !viewer.isAdminWithFactor) {
    throw new ProblemError(
      'second_factor_required',
      'Admins of this site need a second factor. Please add one in your settings, under Security.',
    );
  }
  return viewer;
}

/** Throws if the viewer came by an API token that may not make the call. */
export function checkToken(key: CallKey, { onlySession }: Pick<Call, 'onlySession'>, viewer: Viewer): void {
  if (viewer.tokenScope === undefined) return;
  if (onlySession) {
    throw new ProblemError('reauth_required', 'An API token cannot do this. Please sign in to the site.');
  }
  if (viewer.tokenScope === 'read' && !key.startsWith('GET ')) {
    throw new ProblemError('forbidden', 'This API token can only read. Please use one that can also write.');
  }
}

/** Where a statement finds the viewer: the parameters or columns of the viewer's id and admin flag. */
export interface ViewerSql {
  id: string;
  isAdmin: string;
}
