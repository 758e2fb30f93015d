import sql from 'sql-template-tag';
import { issueToken } from '#domains/auth/actions.ts';
import { hashToken, newApiToken } from '#lib/tokens.ts';
import { makeConnection, makeUser } from '#test/factories.ts';
import {
  about,
  always,
  type Case,
  type CaseContext,
  ownerKnows,
  photoBase64,
  plain,
  uniqueAddress,
  userBeingDeleted,
} from './cases.ts';

export const knownPassword = 'a password of the walk';
export const knownAddress = 'known@example.org';

const insertRequest = async (
  { gyan }: CaseContext,
  { senderId, receiverId }: { senderId: number; receiverId: number },
) => {
  const [row] = await gyan.db.query<{ id: number }>(sql`
    insert into connection_requests (sender_id, receiver_id, expires_at)
    values (${senderId}, ${receiverId}, now() + interval '1 day') returning id`);
  return row?.id ?? 0;
};

const makeOther = ({ gyan }: CaseContext) => makeUser(gyan.db);

const sessionOf = async ({ gyan }: CaseContext, userId: number) => {
  await issueToken(gyan.db, userId, 'another device');
  const [row] = await gyan.db.query<{ id: number }>(
    sql`select max(id) as id from sessions where user_id = ${userId}`,
  );
  return row?.id ?? 0;
};

const apiTokenOf = async ({ gyan }: CaseContext, userId: number) => {
  const [row] = await gyan.db.query<{ id: number }>(sql`
    insert into api_tokens (user_id, token_hash, name, scope)
    values (${userId}, ${hashToken(newApiToken())}, 'A script', 'read') returning id`);
  return row?.id ?? 0;
};

const factorOf = async ({ gyan }: CaseContext, userId: number) => {
  const [row] = await gyan.db.query<{ id: number }>(sql`
    insert into factors (user_id, kind, name, secret, confirmed_at)
    values (${userId}, 'totp', 'Phone', 'sealed'::bytea, now()) returning id`);
  return row?.id ?? 0;
};

/** For calls that require a recent sign-in. */
const signedInLongAgo = async ({ gyan, callerId }: CaseContext) => {
  await gyan.db.query(
    sql`update sessions set created_at = now() - interval '1 hour' where user_id = ${callerId}`,
  );
};

const afterLongTime = (request: { query?: Record<string, string>; body?: Record<string, string> }): Case =>
  plain(
    async (s) => {
      await signedInLongAgo(s);
      return request;
    },
    always('reauth_required'),
    'signed in long ago',
  );

/** Every caller sees verified users; only admins see unverified ones. */
const seeing = (
  param: string,
  unverified: Case['outcome'],
  self: Case['outcome'] = always('done'),
): Case[] => [
  about('there', ({ ownerId }) => ({ query: { [param]: ownerId } }), self),
  plain(async (s) => ({ query: { [param]: await userBeingDeleted(s) } }), always('not_found'), 'a leaver'),
  plain(
    async ({ gyan }) => ({ query: { [param]: await makeUser(gyan.db, { verified: false }) } }),
    unverified,
    'somebody unverified',
  ),
];

const toAdmins: Case['outcome'] = ({ isAdmin }) => (isAdmin ? 'done' : 'not_found');

export const peopleCases = {
  'POST /login': [plain({ body: { emailId: knownAddress, password: knownPassword } })],
  'POST /glogin': [plain({ body: { googleJWT: 'a.b.c' } }, always('google_not_configured'))],
  'POST /flogin': [plain({ body: { authToken: 'abc' } }, always('facebook_not_configured'))],
  'POST /register': [
    plain(() => ({
      body: { firstName: 'New', lastName: 'Person', emailID: uniqueAddress(), password: knownPassword },
    })),
  ],
  'POST /ve': [plain({ body: { regToken: 'made-up' } }, always('token_invalid'))],
  'POST /invitation': [plain({ body: { token: 'made-up' } }, always('token_invalid'))],
  'PUT /resetpasswordreq': [plain(() => ({ body: { emailId: uniqueAddress() } }))],
  'PUT /resetpassword': [
    plain({ body: { reqToken: 'made-up', password: knownPassword } }, always('token_invalid')),
  ],
  'POST /r/logout': [plain()],
  'POST /r/resendverification': [plain()],

  'GET /r/sessions': [plain()],
  'DELETE /r/session': [
    about('of', async (s) => ({ query: { sessionId: await sessionOf(s, s.ownerId) } }), ownerKnows),
  ],
  'DELETE /r/sessions': [plain()],

  'POST /login_second': [
    plain({ body: { ticket: 'made-up', kind: 'totp', response: '123456' } }, always('second_factor_invalid')),
  ],
  'POST /passkey_login_options': [plain({ body: {} })],
  'POST /passkey_login': [
    plain({ body: { ticket: 'made-up', response: {} } }, always('second_factor_invalid')),
  ],
  'POST /factor_reset': [plain({ body: { ticket: 'made-up' } }, always('second_factor_invalid'))],
  'GET /r/factors': [plain()],
  'POST /r/passkey_options': [plain(), afterLongTime({})],
  'POST /r/passkey': [
    plain({ body: { ticket: 'made-up', response: {}, name: 'Key' } }, always('second_factor_invalid')),
  ],
  'DELETE /r/factor': [
    about('of', async (s) => ({ query: { factorId: await factorOf(s, s.ownerId) } }), ownerKnows),
  ],
  'POST /r/totp': [plain({ body: { name: 'Phone' } }), afterLongTime({ body: { name: 'Phone' } })],
  'POST /r/totp_confirm': [plain({ body: { factorId: 1_000_000_000, code: '123456' } }, always('not_found'))],
  'POST /r/recovery_codes': [plain(), afterLongTime({})],
  'DELETE /r/factor_reset': [plain({ body: {} }, always('reauth_required'), 'without the password')],
  'POST /r/reauthenticate_options': [plain()],
  'POST /r/reauthenticate': [plain({ body: { currentPasswd: 'not this one' } }, always('reauth_required'))],
  'PUT /r/email': [
    plain(() => ({ body: { emailId: uniqueAddress() } })),
    afterLongTime({ body: { emailId: uniqueAddress() } }),
  ],
  'POST /email_confirm': [plain({ body: { t: 'made-up' } }, always('token_invalid'))],
  'POST /not_me': [plain({ body: { t: 'made-up' } }, always('token_invalid'))],

  'GET /r/tokens': [plain()],
  'POST /r/tokens': [
    plain({ body: { name: 'A script', scope: 'write' } }),
    afterLongTime({ body: { name: 'A script', scope: 'read' } }),
  ],
  'DELETE /r/token': [
    about('of', async (s) => ({ query: { tokenId: await apiTokenOf(s, s.ownerId) } }), ownerKnows),
  ],
  'GET /r/export': [plain(), afterLongTime({})],
  'POST /r/export': [plain({ body: {} }), afterLongTime({ body: { currentPasswd: 'not this one' } })],
  'DELETE /r/account': [plain(), afterLongTime({})],

  'GET /r/user': [plain(), ...seeing('userId', toAdmins)],
  // A public call has no viewer.
  'GET /user_profile': seeing('id', always('not_found'), ({ caller, isOwn }) =>
    isOwn && caller === 'unverified' ? 'not_found' : 'done',
  ),
  'GET /r/user_profile': seeing('id', toAdmins),
  'GET /r/searchusers': [plain({ query: { q: 'Person' } })],
  'GET /r/getusers': [plain({ query: { role: 'kCreator' } })],
  'PUT /r/updateusername': [plain({ body: { firstName: 'Another', lastName: 'Name' } })],
  'PUT /r/updateuserpasswd': [
    plain({ body: { passwd: 'a quite new password' } }),
    afterLongTime({ body: { passwd: 'a quite new password' } }),
  ],
  'PUT /r/updateuserrole': [
    about(
      'of',
      ({ ownerId }) => ({ body: { userId: ownerId, userRole: 'kCreator' } }),
      ({ isOwn }) => (isOwn ? 'forbidden' : 'done'),
    ),
    plain(
      async ({ gyan }) => ({
        body: { userId: await makeUser(gyan.db, { role: 'kSuperAdmin' }), userRole: 'kAdmin' },
      }),
      always('forbidden'),
      'of a super admin',
    ),
    plain({ body: { userId: 1, userRole: 'kSuperAdmin' } }, always('invalid_input'), 'to super admin'),
    plain(
      async (s) => ({ body: { userId: await userBeingDeleted(s), userRole: 'kAdmin' } }),
      always('not_found'),
      'of a leaver',
    ),
  ],
  'PUT /r/updateusertags': [plain({ body: { tagVec: '#compsci' } })],
  'PUT /r/updateuserphoto': [plain({ form: { photoBase64 } })],
  'PUT /r/updatelinkedinprofile': [plain({ body: { url: 'https://www.linkedin.com/in/somebody' } })],
  'PUT /r/updateuserlicense': [plain({ body: { license: 'cc-by' } })],
  'PUT /r/updateuserbio': [plain({ body: { bio: 'I draw maps.' } })],
  'PUT /r/updatetopicspageshowntime': [plain()],
  'PUT /r/updateinvitepageshowntime': [plain()],
  'PUT /r/block': [
    about(
      'themselves or',
      ({ ownerId }) => ({ body: { userId: ownerId, blocked: true } }),
      ({ isOwn }) => (isOwn ? 'conflict' : 'done'),
    ),
    plain(
      async (s) => ({ body: { userId: await userBeingDeleted(s), blocked: true } }),
      always('not_found'),
      'a leaver',
    ),
  ],
  'GET /r/blocks': [plain()],
  'PUT /r/mute': [
    about(
      'themselves or',
      ({ ownerId }) => ({ body: { userId: ownerId, muted: true } }),
      ({ isOwn }) => (isOwn ? 'conflict' : 'done'),
    ),
    plain(
      async (s) => ({ body: { userId: await userBeingDeleted(s), muted: true } }),
      always('not_found'),
      'a leaver',
    ),
  ],
  'GET /r/mutes': [plain()],

  'POST /r/connreq': [
    about(
      'themselves or',
      ({ ownerId }) => ({ body: { receivingUserId: ownerId } }),
      ({ isOwn }) => (isOwn ? 'conflict' : 'done'),
    ),
    plain(
      async (s) => ({ body: { receivingUserId: await userBeingDeleted(s) } }),
      always('not_found'),
      'a leaver',
    ),
    plain(() => ({ body: { receivingUserEmailId: uniqueAddress() } })),
  ],
  'DELETE /r/connreq': [
    about(
      'sent by',
      async (s) => ({
        query: {
          connectionReqId: await insertRequest(s, { senderId: s.ownerId, receiverId: await makeOther(s) }),
        },
      }),
      ownerKnows,
    ),
    about(
      'sent to',
      async (s) => ({
        query: {
          connectionReqId: await insertRequest(s, { senderId: await makeOther(s), receiverId: s.ownerId }),
        },
      }),
      ownerKnows,
    ),
  ],
  'PUT /r/acceptconnreq': [
    about(
      'sent to',
      async (s) => ({
        body: {
          connectionReqId: await insertRequest(s, { senderId: await makeOther(s), receiverId: s.ownerId }),
        },
      }),
      ownerKnows,
    ),
    about(
      'sent by',
      async (s) => ({
        body: {
          connectionReqId: await insertRequest(s, { senderId: s.ownerId, receiverId: await makeOther(s) }),
        },
      }),
      always('not_found'),
    ),
    plain({ body: { connectionReqId: 'made-up' } }, always('token_invalid'), 'by a link'),
  ],
  'GET /r/connections': [plain()],
  'DELETE /r/connection': [
    about('never connected to', ({ ownerId }) => ({ query: { userId: ownerId } }), always('not_found')),
    plain(async (s) => {
      const userId = await makeOther(s);
      await makeConnection(s.gyan.db, s.callerId, userId);
      return { query: { userId } };
    }),
    plain(
      async (s) => {
        const [one, other] = [await makeOther(s), await makeOther(s)];
        await makeConnection(s.gyan.db, one, other);
        return { query: { userId: one } };
      },
      always('not_found'),
      'of two others',
    ),
  ],
  'GET /r/rcvdconnreqs': [plain()],
  'GET /r/sentconnreqs': [plain()],
  'POST /r/invite': [plain(() => ({ body: { emailId: uniqueAddress() } }))],
  'GET /r/emailsuggestions': [plain()],
  'GET /r/usersuggestions': [plain()],
  'POST /r/import_google_contacts': [plain({ form: { google_contacts_data: '[]' } })],
  'DELETE /r/contacts': [plain()],

  'POST /r/creator_request': [
    plain({ body: { message: 'Please.' } }, ({ caller }) => (caller === 'regular' ? 'done' : 'conflict')),
  ],
  'GET /r/creator_requests': [plain()],
  'PUT /r/creator_request': [
    plain(
      async (s) => {
        const userId = await makeOther(s);
        await s.gyan.db.query(
          sql`insert into creator_requests (user_id, message) values (${userId}, 'Please.')`,
        );
        return { body: { userId, granted: true } };
      },
      always('done'),
      'waiting',
    ),
    about(
      'nobody asked for',
      ({ ownerId }) => ({ body: { userId: ownerId, granted: true } }),
      always('not_found'),
    ),
  ],
  'POST /feedback': [plain({ body: { feedback: 'Nice.' } })],
  'GET /r/feedback': [plain()],
  'GET /r/audit': [plain()],
} satisfies Record<string, Case[]>;
