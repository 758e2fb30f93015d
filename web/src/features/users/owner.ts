import type { UserModel } from '@gyan/contract/users.ts';
import { paths } from '#lib/paths.ts';
import { displayName } from '#lib/text.ts';

/** A user as tiles and headers show them. */
export interface Owner {
  name: string;
  href: string;
  photoUrl: string | null;
}

export const ownerOf = (user: UserModel): Owner => ({
  name: displayName(user),
  href: paths.profile(user.userId),
  photoUrl: user.photoModel?.specMap.sm.url ?? user.socialProfilePhotoUrl ?? null,
});
