import type { UserModel } from '@gyan/contract/users.ts';
import { jsonObject, type Members } from '#db/json.ts';
import { joinRelation, relationMembers } from '#domains/connections/view.ts';
import { photoJson } from '#domains/media/view.ts';
import { isAdmin, type Viewer, type ViewerSql } from '#http/viewer.ts';
import { canEdit, canSetRole } from './policy.ts';
import type { PersonForViewerRow, PersonRow, UserRow } from './queries.ts';

/** SQL for the full name of the user in `user`. */
export function fullName(user: string): string {
  return `concat_ws(' ', nullif(${user}.first_name, ''), nullif(${user}.last_name, ''))`;
}

/** The public members of the user in `user`, whose photo is joined as `photo`. */
export function personMembers(user: string, photo: string): Members {
  return {
    userId: `${user}.id`,
    firstName: `nullif(${user}.first_name, '')`,
    lastName: `nullif(${user}.last_name, '')`,
    photoModel: photoJson(photo),
    socialProfilePhotoUrl: `${user}.social_photo_url`,
    linkedinProfileUrl: `${user}.linkedin_url`,
  };
}

/** The same as SQL for a JSON object, with further members. */
export function personJson(user: string, photo: string, more: Members = {}): string {
  return jsonObject({ ...personMembers(user, photo), ...more });
}

/** The same for signed-in viewers; `joinRelation` joins the relation. */
export function personForViewerJson(user: string, photo: string): string {
  return personJson(user, photo, relationMembers(user));
}

/**
 * Joins the owner of `row`, the owner's photo and the viewer's relation to the owner; leaves out rows of users whose
 * account is being deleted.
 */
export function joinOwner(row: string, viewer: ViewerSql | undefined): string {
  const owner = `${row}_owner`;
  return `join users as ${owner} on ${owner}.id = ${row}.owner_id and ${owner}.leaving_at is null
    left join photos as ${owner}_photo on ${owner}_photo.id = ${owner}.photo_id${joinRelation(owner, viewer)}`;
}

/** The owner that `joinOwner` joined for the same viewer. */
export function ownerMembers(row: string, viewer: ViewerSql | undefined): Members {
  const owner = `${row}_owner`;
  return { ...personMembers(owner, `${owner}_photo`), ...(viewer ? relationMembers(owner) : {}) };
}

/**
 * SQL that is true if the user in this column is not leaving. Leaving users are few, so they are read once per
 * statement instead of once per row.
 */
export function isNotLeaving(column: string): string {
  return `${column} <> all (array(select id from users where leaving_at is not null))`;
}

/** The viewer as the parameters from `$first` on; `viewerValues` fills them. */
export function viewerSql(first: number): ViewerSql {
  return { id: `$${first}::bigint`, isAdmin: `$${first + 1}::boolean` };
}

export function viewerValues(viewer: Viewer): [id: number, isAdmin: boolean] {
  return [viewer.userId, isAdmin(viewer.role)];
}

/** Same as `personJson` in SQL. */
function personModel(person: PersonRow): UserModel {
  return {
    userId: person.id,
    firstName: person.first_name || null,
    lastName: person.last_name || null,
    photoModel: person.photo_model,
    socialProfilePhotoUrl: person.social_photo_url,
    linkedinProfileUrl: person.linkedin_url,
  };
}

/** Another user, as the viewer sees them. */
export function userModel(viewer: Viewer, person: PersonForViewerRow): UserModel {
  if (!isAdmin(viewer.role)) return { ...personModel(person), ...person.relation };
  return {
    ...personModel(person),
    ...person.relation,
    userRole: person.role,
    can: { edit: canEdit(viewer, person), setRole: canSetRole(viewer, person) },
  };
}

const inviteEveryMs = 30 * 24 * 3600 * 1000;

/** A user's own data, for that user. */
export function ownUserModel(user: UserRow): UserModel {
  return {
    ...personModel(user),
    userRole: user.role,
    emailId: user.email,
    emailVerified: user.email_verified_at !== null,
    showTopicsPage: user.topics_page_shown_at === null,
    showInvitePage:
      user.invite_page_shown_at === null || Date.now() - user.invite_page_shown_at.getTime() > inviteEveryMs,
    tagVec: user.tags,
    bio: user.bio,
    license: user.license,
    pinnedPostId: user.pinned_card_id,
    hasPassword: user.password_hash !== null,
    creatorRequested: user.creator_requested,
  };
}
