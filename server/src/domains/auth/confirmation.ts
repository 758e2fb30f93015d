import type { Viewer } from '#http/viewer.ts';

/**
 * SQL that is true while the viewer, whose id is this parameter, is who they were when they were recognised: the session goes on, the address is
 * verified and the role is the same. The parameters from `$first` on are filled by `confirmationValues`.
 */
export function isStillSignedIn(viewerId: string, first: number): string {
  return `exists (
    select from sessions join users on users.id = sessions.user_id
    where sessions.id = $${first}::bigint and sessions.expires_at > now()
      and users.id = ${viewerId} and users.role = $${first + 1}::text and users.email_verified_at is not null
  )`;
}

export function confirmationValues({ sessionId, role }: Viewer): [sessionId: number, role: string] {
  return [sessionId, role];
}
