import type { UserModel } from '@gyan/contract/users.ts';
import { paths } from '#lib/paths.ts';
import { safeReturnUrl } from '#lib/return-url.ts';

/** The next step of a verified user without a `returnUrl`. */
export function onboardingStep(user: UserModel): string {
  if (user.showTopicsPage) return paths.selectTopics;
  if (user.showInvitePage) return paths.grow;
  return paths.feed;
}

/** The page after sign-in. A `returnUrl` of the feed counts as none. */
export function afterSignIn(user: UserModel, returnUrl?: string | null): string {
  if (user.emailVerified === false) return paths.verifyEmail;
  const wanted = safeReturnUrl(returnUrl);
  return wanted === paths.feed ? onboardingStep(user) : wanted;
}
