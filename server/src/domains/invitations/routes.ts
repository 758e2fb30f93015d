import { decodeCursor, pageSize } from '#db/page.ts';
import { lockSelf } from '#domains/connections/pair.ts';
import type { ConnectionDeps } from '#domains/connections/requests.ts';
import { type Binding, bind, bindKeyed, JsonText } from '#http/serve.ts';
import { deleteContactsOf, firstContact, listEmailSuggestions, saveContacts } from './contact-queries.ts';
import { readContacts } from './contacts.ts';
import { checkInvitation, inviteAddress } from './invite.ts';
import { bestSuggestion, listUserSuggestions } from './suggestion-queries.ts';

export function invitationRoutes(deps: ConnectionDeps): Binding[] {
  const { db } = deps;
  return [
    bindKeyed('POST /r/invite', {
      prepare: ({ body, viewer }) =>
        checkInvitation(deps, viewer, { email: body.emailId, field: 'emailId', countUser: false }),
      async write(db, { body, viewer }) {
        const { connectionReqId } = await inviteAddress(db, deps.config, viewer, body.emailId);
        return { connectionReqId };
      },
    }),
    bindKeyed('POST /r/import_google_contacts', {
      prepare: async ({ body }) => readContacts(body.google_contacts_data),
      async write(db, { viewer }, contacts) {
        const imported = await db.transaction(async (tx) => {
          const me = await lockSelf(tx, viewer);
          const others = contacts.filter(({ email }) => email.toLowerCase() !== me.email.toLowerCase());
          return saveContacts(tx, viewer.userId, others);
        });
        return { imported };
      },
    }),
    bind('DELETE /r/contacts', async ({ viewer }) => {
      await deleteContactsOf(db, viewer.userId);
      return {};
    }),
    bind(
      'GET /r/emailsuggestions',
      async ({ query, viewer }) =>
        new JsonText(
          await listEmailSuggestions(db, viewer, {
            limit: pageSize(query),
            after: decodeCursor(query.cursor, firstContact),
          }),
        ),
    ),
    bind(
      'GET /r/usersuggestions',
      async ({ query, viewer }) =>
        new JsonText(
          await listUserSuggestions(db, viewer, {
            limit: pageSize(query),
            after: decodeCursor(query.cursor, bestSuggestion),
          }),
        ),
    ),
  ];
}
