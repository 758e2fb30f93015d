import { paths } from '#lib/paths.ts';
import { safeReturnUrl } from '#lib/return-url.ts';

/** The invitation token in `returnUrl`, if the user came from an invitation. */
export function invitationIn(returnUrl: string | null): string | undefined {
  const [path, query] = safeReturnUrl(returnUrl).split('?');
  return (path === paths.acceptInvitation && new URLSearchParams(query).get('t')?.trim()) || undefined;
}
