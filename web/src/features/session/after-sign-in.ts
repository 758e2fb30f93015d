import type { UserModel } from '@gyan/contract/users.ts';
import { paths } from '#lib/paths.ts';
import { safeReturnUrl } from '#lib/return-url.ts';

/** The next step for somebody whose address is verified and who asked for no page of their own. */
export function onboardingStep(user: UserModel): string {
  if (user.showTopicsPage) return paths.selectTopics;
  if (user.showInvitePage) return paths.grow;
  return paths.feed;
}

/** Where a person goes who has just signed in. Asking for the feed is asking for nothing in particular. */
export function afterSignIn(user: UserModel, returnUrl?: string | null): string {
  if (user.emailVerified === false) return paths.verifyEmail;
  const wanted = safeReturnUrl(returnUrl);
  return wanted === paths.feed ? onboardingStep(user) : wanted;
}
