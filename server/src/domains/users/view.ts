import type { UserModel } from '@gyan/contract/users.ts';
import { photoJson, photoModel } from '#domains/media/view.ts';
import type { UserRow } from './queries.ts';

/** What everybody may see of the person in `user`, whose photo is joined as `photo`; SQL for a JSON object. */
export function personJson(user: string, photo: string): string {
  return `json_build_object(
    'userId', ${user}.id,
    'firstName', nullif(${user}.first_name, ''),
    'lastName', nullif(${user}.last_name, ''),
    'photoModel', ${photoJson(photo)},
    'socialProfilePhotoUrl', ${user}.social_photo_url,
    'linkedinProfileUrl', ${user}.linkedin_url
  )`;
}

const inviteEveryMs = 30 * 24 * 3600 * 1000;

/** Everything a person may see of themselves. */
export function ownUserModel(user: UserRow, now = Date.now()): UserModel {
  return {
    userId: user.id,
    firstName: user.first_name || null,
    lastName: user.last_name || null,
    photoModel: user.photo ? photoModel(user.photo) : null,
    socialProfilePhotoUrl: user.social_photo_url,
    linkedinProfileUrl: user.linkedin_url,
    userRole: user.role,
    emailId: user.email,
    emailVerified: user.email_verified_at !== null,
    showTopicsPage: user.topics_page_shown_at === null,
    showInvitePage:
      user.invite_page_shown_at === null || now - user.invite_page_shown_at.getTime() > inviteEveryMs,
    tagVec: user.tags,
    hasPassword: user.password_hash !== null,
  };
}
