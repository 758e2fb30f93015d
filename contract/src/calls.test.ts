import { describe, expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod/mini';
import type { Call } from './call.ts';
import type { AnswerOf, BodyOf, CallName, EncodingOf, ParsedBody, ParsedQuery, QueryOf } from './calls.ts';
import { calls } from './calls.ts';
import type { UserModel } from './users.ts';

/** Written by hand from the product's list of calls. */
const whole = `
  POST   /glogin                      anyone
  POST   /flogin                      anyone
  POST   /login                       anyone
  POST   /invitation                  anyone
  POST   /register                    anyone
  POST   /ve                          anyone
  PUT    /resetpasswordreq            anyone
  PUT    /resetpassword               anyone
  POST   /r/logout                    signed-in
  POST   /r/resendverification        signed-in
  GET    /feed                        anyone
  GET    /r/feed                      verified
  GET    /searchfeed                  anyone
  GET    /r/searchfeed                verified
  GET    /r/gen                       creator
  GET    /r/video_metadata            creator
  GET    /tags                        anyone
  POST   /r/post                      creator
  PUT    /r/post                      verified
  GET    /post                        anyone
  GET    /r/post                      verified
  DELETE /r/post                      verified
  PUT    /r/post_like                 verified
  PUT    /r/post_lock                 admin
  PUT    /r/post_quality              admin
  GET    /posts                       anyone
  GET    /r/posts                     verified
  GET    /comments                    anyone
  GET    /r/comments                  verified
  POST   /r/comment                   verified
  PUT    /r/comment                   verified
  DELETE /r/comment                   verified
  GET    /subject_outline             anyone
  GET    /subjects                    anyone
  GET    /r/subjects                  verified
  GET    /subject                     anyone
  GET    /r/subject                   verified
  POST   /r/subject                   creator
  PUT    /r/subject                   verified
  DELETE /r/subject                   verified
  PUT    /r/subject_quality           admin
  PUT    /r/subject_like              verified
  POST   /r/chapter                   creator
  PUT    /r/chapter                   verified
  DELETE /r/chapter                   verified
  POST   /r/chapters                  admin
  POST   /r/chapters_file             admin
  GET    /chapter                     anyone
  GET    /r/chapter                   verified
  GET    /chapters                    anyone
  GET    /r/chapters                  verified
  PUT    /r/chapter_quality           admin
  GET    /r/chapter_export            verified
  GET    /r/subject_export            verified
  PUT    /r/chapter_like              verified
  PUT    /r/link_chapter_post         verified
  PUT    /r/unlink_chapter_post       verified
  PUT    /r/link_subject_chapter      verified
  PUT    /r/unlink_subject_chapter    verified
  PUT    /r/link_user_subject         verified
  PUT    /r/unlink_user_subject       verified
  PUT    /r/link_user_chapter         verified
  PUT    /r/unlink_user_chapter       verified
  PUT    /r/link_user_topic           verified
  PUT    /r/unlink_user_topic         verified
  POST   /r/topic                     admin
  PUT    /r/topic                     admin
  DELETE /r/topic                     admin
  GET    /r/topics                    verified
  GET    /user_profile                anyone
  GET    /r/user_profile              verified
  GET    /r/searchusers               verified
  GET    /r/user                      verified
  GET    /r/getusers                  admin
  PUT    /r/updateusername            verified
  PUT    /r/updateuserpasswd          verified
  PUT    /r/updateuserrole            admin
  PUT    /r/updateusertags            verified
  PUT    /r/updateuserphoto           verified
  PUT    /r/updatelinkedinprofile     verified
  PUT    /r/updateuserlicense         verified
  PUT    /r/updateuserbio             verified
  PUT    /r/updatepinnedpost          verified
  PUT    /r/updatetopicspageshowntime verified
  PUT    /r/updateinvitepageshowntime verified
  PUT    /r/block                     verified
  GET    /r/blocks                    verified
  POST   /r/connreq                   verified
  DELETE /r/connreq                   verified
  PUT    /r/acceptconnreq             verified
  GET    /r/drafts                    verified
  GET    /r/notices                   verified
  GET    /r/notice_count              verified
  PUT    /r/notices_seen              verified
  PUT    /r/follow                    verified
  GET    /r/follows                   verified
  GET    /r/notice_settings           verified
  PUT    /r/notice_settings           verified
  POST   /r/push_subscription         verified
  DELETE /r/push_subscription         verified
  POST   /unsubscribe                 anyone
  PUT    /r/mute                      verified
  GET    /r/mutes                     verified
  GET    /r/connections               verified
  DELETE /r/connection                verified
  GET    /r/rcvdconnreqs              verified
  GET    /r/sentconnreqs              verified
  GET    /r/emailsuggestions          verified
  GET    /r/usersuggestions           verified
  POST   /r/invite                    verified
  POST   /r/import_google_contacts    verified
  DELETE /r/contacts                  verified
  GET    /r/sessions                  verified
  DELETE /r/session                   verified
  DELETE /r/sessions                 verified
  POST   /login_second               anyone
  POST   /passkey_login_options      anyone
  POST   /passkey_login              anyone
  POST   /factor_reset               anyone
  GET    /r/factors                  verified
  POST   /r/passkey_options          verified
  POST   /r/passkey                  verified
  DELETE /r/factor                   verified
  POST   /r/totp                     verified
  POST   /r/totp_confirm             verified
  POST   /r/recovery_codes           verified
  DELETE /r/factor_reset             verified
  POST   /r/reauthenticate_options   verified
  POST   /r/reauthenticate           verified
  PUT    /r/email                    verified
  POST   /email_confirm              anyone
  POST   /not_me                     anyone
  GET    /r/tokens                    verified
  POST   /r/tokens                    verified
  DELETE /r/token                     verified
  GET    /r/export                    verified
  POST   /r/export                    verified
  DELETE /r/account                   verified
  POST   /r/creator_request           verified
  GET    /r/creator_requests          admin
  PUT    /r/creator_request           admin
  POST   /feedback                    anyone
  GET    /r/feedback                  admin
  GET    /r/audit                     admin
  GET    /signup_challenge            anyone
  POST   /report                      anyone
  POST   /r/report                    verified
  GET    /r/my_reports                verified
  GET    /r/cases                     admin
  GET    /r/case                      admin
  PUT    /r/case_claim                admin
  POST   /r/case_act                  admin
  GET    /r/my_statements             signed-in
  POST   /r/appeal                    signed-in
  PUT    /r/appeal                    admin
  GET    /r/user_record               admin
  POST   /r/user_note                 admin
  PUT    /r/reading                   verified
  GET    /r/progress                  verified
  GET    /r/learning                  verified
  PUT    /r/study                     verified
  GET    /r/memory                    verified
  GET    /r/review_session            verified
  POST   /r/reviews                   verified
  DELETE /r/review                    verified
  PUT    /r/set_aside                 verified
  GET    /r/learning_settings         verified
  PUT    /r/learning_settings         verified
  GET    /r/learning_forecast         verified
  GET    /review_demo                 anyone
  GET    /read_next                   anyone
  GET    /prompts                     anyone
  GET    /r/prompts                   verified
  PUT    /r/prompts                   verified
  GET    /r/revisions                 verified
  PUT    /r/post_restore              verified
  GET    /scene                       anyone
  GET    /r/scene                     verified
  POST   /r/formulas                  verified
  POST   /r/remix                     creator
  GET    /r/remix_changes             verified
  PUT    /r/remix_take                verified
  POST   /r/suggestion                verified
  GET    /r/suggestions               verified
  PUT    /r/suggestion                verified
  GET    /r/saved                     verified
  PUT    /r/saved                     verified
  GET    /r/saved_state               verified
  GET    /r/saved_list                verified
  POST   /r/saved_list                verified
  PUT    /r/saved_list                verified
  DELETE /r/saved_list                verified
  GET    /r/chain_choices             verified
  GET    /r/export_file               verified
  POST   /r/import_file               creator
  GET    /r/job                       verified
  DELETE /r/job                       verified
`;

const rows = Object.entries<Call>(calls);

const fieldsOf = (schema: unknown) => (schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : []);

describe('the table of calls', () => {
  test('has every call once, and says of each who may make it', () => {
    const expected = whole
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .map(([method, path, who]) => `${method} ${path} ${who}`);
    expect(rows.map(([key, { who }]) => `${key} ${who}`).toSorted()).toEqual(expected.toSorted());
  });

  test('opens exactly the paths outside /r/ to anyone', () => {
    for (const [key, { who }] of rows) expect([key, who === 'anyone']).toEqual([key, !key.includes(' /r/')]);
  });

  test('answers exactly the open reads with the same bytes for all users', () => {
    const newEachTime = new Set(['GET /signup_challenge']);
    for (const [key, { who, cache }] of rows) {
      const isOpenRead = who === 'anyone' && key.startsWith('GET ') && !newEachTime.has(key);
      expect([key, cache !== undefined]).toEqual([key, isOpenRead]);
    }
  });

  test('gives reads no body and sends forms with pictures or files as multipart', () => {
    expect(rows.filter(([key, { body }]) => key.startsWith('GET ') && body)).toEqual([]);
    for (const [key, { body, encoding }] of rows) {
      const carriesFile = fieldsOf(body).some((name) =>
        ['photoBase64', 'google_contacts_data', 'chainFile', 'file'].includes(name),
      );
      expect([key, encoding === 'multipart']).toEqual([key, carriesFile]);
    }
  });

  test('pages every list, by limit and cursor in and nextCursor out', () => {
    /** Lists without pages, or with only the newest items of a list that another call pages. */
    const whole = new Set([
      'GET /post',
      'GET /r/post',
      'GET /scene',
      'GET /r/scene',
      'GET /subject_outline',
      'POST /r/chapters',
      'POST /r/chapters_file',
      'GET /r/progress',
      'GET /r/learning',
      'GET /r/review_session',
      'GET /r/learning_forecast',
      'GET /prompts',
      'GET /r/prompts',
      'GET /r/remix_changes',
      'GET /r/saved_state',
      'GET /r/saved_list',
      'GET /r/tokens',
      'GET /r/factors',
      'GET /r/case',
      'GET /r/statement',
      'GET /r/user_record',
    ]);
    /** The cards of a chain are inside its model. */
    const nested = new Set(['GET /chapter', 'GET /r/chapter']);
    for (const [key, { query, answer }] of rows) {
      const answerFields = fieldsOf(answer);
      const holdsList = answerFields.some((name) => name.endsWith('Vec') || name === 'userSuggestions');
      const isPaged = (holdsList && !whole.has(key) && key.startsWith('GET ')) || nested.has(key);
      const queryFields = ['limit', 'cursor'].map((name) => fieldsOf(query).includes(name));
      expect([key, ...queryFields, answerFields.includes('nextCursor')]).toEqual([
        key,
        isPaged,
        isPaged,
        isPaged,
      ]);
    }
  });

  test.each(rows)('%s can be described in JSON Schema', (_key, { query, body, answer }) => {
    for (const schema of [query, body, answer]) {
      if (!schema) continue;
      for (const io of ['input', 'output'] as const) {
        expect(z.toJSONSchema(schema, { io, target: 'draft-2020-12' })).toHaveProperty('$schema');
      }
    }
  });

  test.each(rows)('%s answers what it was given, untransformed', (_key, { answer }) => {
    const described = (io: 'input' | 'output') => {
      const text = JSON.stringify(z.toJSONSchema(answer, { io }));
      return text.replaceAll(',"additionalProperties":false', '');
    };
    expect(described('output')).toBe(described('input'));
  });
});

describe('the types drawn from the table', () => {
  test('say what the caller writes, what the server gets and what comes back', () => {
    expectTypeOf<QueryOf<'GET /post'>>().toEqualTypeOf<{ postId: number | string }>();
    expectTypeOf<BodyOf<'PUT /r/post_like'>>().toEqualTypeOf<{ postId: number | string; liked: boolean }>();
    expectTypeOf<ParsedBody<'PUT /r/post_like'>>().toEqualTypeOf<{ postId: number; liked: boolean }>();
    expectTypeOf<ParsedQuery<'GET /r/user'>>().toEqualTypeOf<{ userId?: number | undefined }>();
    expectTypeOf<AnswerOf<'PUT /r/updateusername'>>().toEqualTypeOf<{ userModel: UserModel }>();
    expectTypeOf<QueryOf<'POST /login'>>().toEqualTypeOf<undefined>();
    expectTypeOf<BodyOf<'POST /r/logout'>>().toEqualTypeOf<undefined>();
    expectTypeOf<EncodingOf<'POST /r/post'>>().toEqualTypeOf<'multipart'>();
    expectTypeOf<EncodingOf<'POST /login'>>().toEqualTypeOf<'json'>();
    expectTypeOf<EncodingOf<'GET /feed'>>().toEqualTypeOf<undefined>();
    // @ts-expect-error -- no such call
    expectTypeOf<'GET /nowhere'>().toExtend<CallName>();
  });
});
