import { paths } from '#lib/paths.ts';
import { safeReturnUrl } from '#lib/return-url.ts';

/** The token of the invitation that somebody is about to go back to, if that is where they came from. */
export function invitationIn(returnUrl: string | null): string | undefined {
  const [path, query] = safeReturnUrl(returnUrl).split('?');
  return (path === paths.acceptInvitation && new URLSearchParams(query).get('t')?.trim()) || undefined;
}
