import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { CurrentPassword, NewPassword } from './credentials.ts';
import { License } from './licenses.ts';
import { lengths } from './limits.ts';
import { PageQuery, pageAnswer } from './page.ts';
import { PhotoBase64, PhotoModel } from './photos.ts';
import { AssignableRole, Flag, Id, IdInput, OptionalIdInput, Role } from './scalars.ts';
import { isBlank, optionalText, requiredText } from './text.ts';

/**
 * A user. One schema for every viewer; the fields depend on the viewer:
 *
 * - all viewers: userId, names, photo, social photo, LinkedIn
 * - signed-in viewers of another user: connected, sentConnRequest, receivedConnRequest, connectionReqId, blocked
 * - on profiles, and the user: bio, pinnedPostId
 * - the user: license, emailId, emailVerified, showTopicsPage, showInvitePage, tagVec, hasPassword, creatorRequested
 * - the user and admins: userRole
 */
export const UserModel = z.object({
  userId: Id,
  firstName: z.nullish(z.string()),
  lastName: z.nullish(z.string()),
  photoModel: z.nullish(PhotoModel),
  socialProfilePhotoUrl: z.nullish(z.string()),
  linkedinProfileUrl: z.nullish(z.string()),
  bio: z.nullish(z.string()),
  /** The card at the top of the profile. */
  pinnedPostId: z.nullish(Id),
  userRole: z.optional(Role),
  /** The licence of this user's new cards. */
  license: z.optional(License),
  emailId: z.nullish(z.string()),
  emailVerified: z.optional(z.boolean()),
  showTopicsPage: z.optional(z.boolean()),
  showInvitePage: z.optional(z.boolean()),
  tagVec: z.optional(z.array(z.string())),
  /** False for a user who has only signed in through a provider. */
  hasPassword: z.optional(z.boolean()),
  /** A request for the creator role is pending. */
  creatorRequested: z.optional(z.boolean()),
  connected: z.optional(z.boolean()),
  sentConnRequest: z.optional(z.boolean()),
  receivedConnRequest: z.optional(z.boolean()),
  /** The pending request between the viewer and this user. */
  connectionReqId: z.nullish(Id),
  blocked: z.optional(z.boolean()),
  can: z.optional(z.object({ edit: z.boolean(), setRole: z.boolean() })),
});
export type UserModel = z.infer<typeof UserModel>;

export const FirstName = requiredText({
  label: 'First name',
  max: lengths.personName,
  missing: 'First name is required',
  isName: true,
});
export const LastName = requiredText({
  label: 'Last name',
  max: lengths.personName,
  missing: 'Last name is required',
  isName: true,
});

export const NameForm = z.object({ firstName: FirstName, lastName: LastName });

export const PasswordForm = z.object({ passwd: NewPassword, currentPasswd: CurrentPassword });

const linkedinAddress = /^https?:\/\/(?:[a-z]{2,3}\.)?linkedin\.com\/[^\s<>"'`\\]+$/i;

export const LinkedinForm = z.object({
  url: requiredText({
    label: 'LinkedIn profile',
    max: lengths.url,
    missing: 'LinkedIn profile is not provided',
  }).check(
    z.overwrite((url) => (/^(?:[a-z]{2,3}\.)?linkedin\.com\//i.test(url) ? `https://${url}` : url)),
    z.refine((url) => linkedinAddress.test(url), 'Please enter the address of a LinkedIn profile'),
  ),
});

/** Empty removes it. */
export const BioForm = z.object({ bio: optionalText({ label: 'Bio', max: lengths.bio, lines: 'many' }) });

/** Tags of a user, each with its `#`. Accepts `#compsci #genai` or a list; returns a list. */
export const TagsForm = z.object({
  tagVec: z.pipe(
    z.pipe(
      z.union([z.string('Tags must be text'), z.array(z.string('Tags must be text'))], 'Tags must be text'),
      z.transform((tags: string | string[]) => [
        ...new Set(
          (typeof tags === 'string' ? tags : tags.join(' '))
            .split(/\s+/u)
            .map((tag) => tag.replace(/^#+/u, ''))
            .filter((tag) => !isBlank(tag))
            .map((tag) => `#${tag}`),
        ),
      ]),
    ),
    z
      .array(requiredText({ label: 'A tag', max: 50, isName: true }))
      .check(z.maxLength(50, 'There can be at most 50 tags')),
  ),
});

const tag = 'Users';
const userAnswer = z.object({ userModel: UserModel });
const usersAnswer = z.object({ userModelVec: z.array(UserModel), ...pageAnswer });

/** The beginning of a user's name. */
export const PeopleQuery = z.extend(PageQuery, {
  q: requiredText({ label: 'Search text', max: lengths.query }),
});

export const userCalls = defineCalls({
  'GET /r/user': {
    summary: 'A person; without userId, myself',
    tag,
    who: 'verified',
    query: z.object({ userId: OptionalIdInput }),
    answer: userAnswer,
    errors: ['not_found'],
  },
  'GET /r/searchusers': {
    summary: 'People by name',
    tag,
    who: 'verified',
    query: PeopleQuery,
    answer: usersAnswer,
    limit: 'search',
  },
  'GET /r/getusers': {
    summary: 'People of a role',
    tag,
    who: 'admin',
    query: z.extend(PageQuery, {
      role: z.enum(['kAdmin', 'kCreator'], 'Role must be kAdmin or kCreator'),
    }),
    answer: usersAnswer,
  },
  'PUT /r/updateusername': {
    summary: 'Change my name',
    tag,
    who: 'verified',
    body: NameForm,
    answer: userAnswer,
  },
  'PUT /r/updateuserpasswd': {
    summary: 'Set a new password; ends my other sessions and my API tokens',
    tag,
    who: 'verified',
    onlySession: true,
    body: PasswordForm,
    answer: userAnswer,
    errors: ['reauth_required'],
    limit: 'signIn',
  },
  'PUT /r/updateuserrole': {
    summary: 'Give a user a role',
    tag,
    who: 'admin',
    onlySession: true,
    body: z.object({ userId: IdInput, userRole: AssignableRole, currentPasswd: CurrentPassword }),
    answer: userAnswer,
    errors: ['not_found', 'forbidden', 'reauth_required'],
  },
  'PUT /r/updateusertags': {
    summary: 'Change my tags',
    tag,
    who: 'verified',
    body: TagsForm,
    answer: userAnswer,
  },
  'PUT /r/updateuserphoto': {
    summary: 'Change my photo',
    tag,
    who: 'verified',
    encoding: 'multipart',
    body: z.object({ photoBase64: PhotoBase64 }),
    answer: userAnswer,
    errors: ['too_large'],
    limit: 'uploads',
  },
  'PUT /r/updatelinkedinprofile': {
    summary: 'Change the link to my LinkedIn profile',
    tag,
    who: 'verified',
    body: LinkedinForm,
    answer: userAnswer,
  },
  'PUT /r/updateuserbio': {
    summary: 'Change or remove what I say about myself',
    tag,
    who: 'verified',
    body: BioForm,
    answer: userAnswer,
  },
  'PUT /r/updateuserlicense': {
    summary: 'Choose the licence of my new cards',
    tag,
    who: 'verified',
    body: z.object({ license: License }),
    answer: userAnswer,
  },
  'PUT /r/updatetopicspageshowntime': {
    summary: 'Note that I have seen the page for choosing topics',
    tag,
    who: 'verified',
    answer: userAnswer,
  },
  'PUT /r/updateinvitepageshowntime': {
    summary: 'Note that I have seen the page for inviting people',
    tag,
    who: 'verified',
    answer: userAnswer,
  },
  'PUT /r/block': {
    summary: 'Block or unblock another user; blocking ends connection and requests',
    tag,
    who: 'verified',
    body: z.object({ userId: IdInput, blocked: Flag }),
    answer: z.object({ blocked: z.boolean() }),
    errors: ['not_found', 'conflict'],
  },
  'GET /r/blocks': {
    summary: 'People I have blocked',
    tag,
    who: 'verified',
    query: PageQuery,
    answer: usersAnswer,
  },
});
