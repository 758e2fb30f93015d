import type { Who } from '@gyan/contract/call.ts';
import type { FastifyRequest } from 'fastify';
import { ProblemError } from './problems.ts';

export type Role = 'kRegular' | 'kCreator' | 'kAdmin' | 'kSuperAdmin';

/** The person behind a request, read from the database for every request, so that a role change or a sign-out counts at once. */
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

/** Refuses a viewer the contract's table does not admit. */
export function admit(who: Exclude<Who, 'anyone'>, viewer: Viewer | undefined): Viewer {
  if (!viewer) throw new ProblemError('unauthenticated');
  if (who === 'signed-in') return viewer;
  if (!viewer.emailVerified) throw new ProblemError('email_unverified');
  if (who === 'creator' && !isCreator(viewer.role)) throw new ProblemError('forbidden');
  if (who === 'admin' && !isAdmin(viewer.role)) throw new ProblemError('forbidden');
  return viewer;
}
