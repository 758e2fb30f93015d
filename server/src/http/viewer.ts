import type { Who } from '@gyan/contract/call.ts';
import type { FastifyRequest } from 'fastify';
import { ProblemError } from './problems.ts';

export type Role = 'kRegular' | 'kCreator' | 'kAdmin' | 'kSuperAdmin';

/** The signed-in user of a request, read for every request, so that role changes and sign-outs apply at once. */
export interface Viewer {
  userId: number;
  role: Role;
  emailVerified: boolean;
  sessionId: number;
  signedInAt: Date;
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

/** Throws unless the contract allows the viewer to make the call. */
export function checkAccess(who: Exclude<Who, 'anyone'>, viewer: Viewer | undefined): Viewer {
  if (!viewer) throw new ProblemError('unauthenticated');
  if (who === 'signed-in') return viewer;
  if (!viewer.emailVerified) throw new ProblemError('email_unverified');
  if (who === 'creator' && !isCreator(viewer.role)) throw new ProblemError('forbidden');
  if (who === 'admin' && !isAdmin(viewer.role)) throw new ProblemError('forbidden');
  return viewer;
}

/** Where a statement finds the viewer: the parameters or columns of the viewer's id and admin flag. */
export interface ViewerSql {
  id: string;
  isAdmin: string;
}
