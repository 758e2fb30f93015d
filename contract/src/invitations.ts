import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { Email } from './credentials.ts';
import { inputLimits } from './limits.ts';
import { PageQuery, pageAnswer } from './page.ts';
import { Count, Done, Id } from './scalars.ts';
import { checkText, isBlank, isStorable } from './text.ts';
import { UserModel } from './users.ts';

/** A contact of the viewer, registered or not, who is neither invited nor connected. */
export const EmailSuggestionModel = z.object({
  emailId: z.string(),
  firstName: z.nullish(z.string()),
  lastName: z.nullish(z.string()),
  invited: z.boolean(),
});
export type EmailSuggestionModel = z.infer<typeof EmailSuggestionModel>;

export const UserSuggestionModel = z.object({
  connectionModel: UserModel,
  reason: z.optional(z.enum(['connections', 'contacts', 'topics', 'cards'])),
  /** Number of shared connections or topics, or of great cards. */
  sharedCount: z.optional(Count),
  /** Names of some shared connections or topics, or of the viewer's topics of the great cards. */
  sharedNameVec: z.optional(z.array(z.string())),
});
export type UserSuggestionModel = z.infer<typeof UserSuggestionModel>;

const contactsMissing = 'Contacts need to be specified';

const tag = 'Invitations';

export const invitationCalls = defineCalls({
  'POST /r/invite': {
    summary: 'Invite a person by e-mail',
    tag,
    who: 'verified',
    body: z.object({ emailId: Email }),
    answer: z.object({ connectionReqId: Id }),
    errors: ['conflict', 'new_account_invite'],
    limit: 'invitations',
  },
  'GET /r/emailsuggestions': {
    summary: 'My contacts whom I have not invited and am not connected to, members or not',
    tag,
    who: 'verified',
    query: PageQuery,
    answer: z.object({ emailSuggestionModelVec: z.array(EmailSuggestionModel), ...pageAnswer }),
  },
  'GET /r/usersuggestions': {
    summary: 'People I may want to connect to',
    tag,
    who: 'verified',
    query: PageQuery,
    answer: z.object({ userSuggestions: z.array(UserSuggestionModel), ...pageAnswer }),
  },
  'POST /r/import_google_contacts': {
    summary: 'Import contacts: a JSON list of People API persons, or {connections: […]}',
    tag,
    who: 'verified',
    encoding: 'multipart',
    bodyBytes: inputLimits.contactsBytes,
    body: z.object({
      google_contacts_data: z.string(contactsMissing).check(
        checkText(
          (text) => {
            if (isBlank(text)) return contactsMissing;
            return isStorable(text) ? undefined : 'Contacts contain characters that cannot be stored';
          },
          { minimum: 1 },
        ),
      ),
    }),
    answer: z.object({ imported: Count }),
    errors: ['too_large'],
    limit: 'uploads',
  },
  'DELETE /r/contacts': { summary: 'Forget my imported contacts', tag, who: 'verified', answer: Done },
});
