import { describe, expect, test } from 'vitest';
import type { Call } from './call.ts';
import { type CallName, calls } from './calls.ts';

function problemsOf(name: CallName, input: unknown): Record<string, string> {
  const call: Call = calls[name];
  const result = (call.body ?? call.query)?.safeParse(input);
  const messages = result?.error?.issues.map(({ path, message }) => [path.join('.'), message] as const) ?? [];
  expect(new Set(messages.map(([field]) => field)).size, 'one sentence per field').toBe(messages.length);
  return Object.fromEntries(messages);
}

const shortPassword = 'Password should be atleast 6 characters';
const nothing = ['', ' \n\t', '\u200B\u2060\uFEFF', undefined, null];

/** Call, field, message, and the other fields of a valid form. */
const required: [CallName, string, string, Record<string, unknown>][] = [
  ['POST /login', 'emailId', 'Invalid email address', { password: 'secret' }],
  [
    'POST /register',
    'firstName',
    'First name is required',
    { lastName: 'B', emailID: 'a@b.c', password: 'secret' },
  ],
  [
    'POST /register',
    'lastName',
    'Last name is required',
    { firstName: 'A', emailID: 'a@b.c', password: 'secret' },
  ],
  [
    'POST /register',
    'emailID',
    'Invalid email address',
    { firstName: 'A', lastName: 'B', password: 'secret' },
  ],
  ['PUT /r/updateusername', 'firstName', 'First name is required', { lastName: 'B' }],
  ['PUT /r/updateusername', 'lastName', 'Last name is required', { firstName: 'A' }],
  ['PUT /r/updatelinkedinprofile', 'url', 'LinkedIn profile is not provided', {}],
  ['PUT /resetpasswordreq', 'emailId', 'Invalid email address', {}],
  ['POST /r/invite', 'emailId', 'Invalid email address', {}],
  ['POST /r/chapter', 'title', 'Title needs to be specified', { desc: 'd', subjectId: -1 }],
  ['POST /r/subject', 'title', 'Title needs to be specified', { photoBase64: 'AAAA' }],
  ['POST /r/subject', 'photoBase64', 'Image needs to be uploaded', { title: 't' }],
  ['POST /r/topic', 'name', 'Name needs to be specified', { photoBase64: 'AAAA' }],
  ['POST /r/topic', 'photoBase64', 'Image needs to be uploaded', { name: 'n' }],
  ['PUT /r/updateuserphoto', 'photoBase64', 'Image needs to be uploaded', {}],
  ['POST /r/chapters', 'objectName', 'Object name needs to be specified', {}],
  ['POST /feedback', 'feedback', 'Message needs to be specified', {}],
  ['POST /r/comment', 'rawText', 'Comment needs to be specified', { postId: 1 }],
];

describe('what a form says', () => {
  test.each(required)('%s: %s, when empty or missing, "%s"', (name, field, message, rest) => {
    for (const value of nothing) {
      if (field === 'photoBase64' && value?.includes('\u200B')) continue;
      expect(problemsOf(name, { ...rest, [field]: value })).toEqual({ [field]: message });
    }
    expect(problemsOf(name, rest)).toEqual({ [field]: message });
  });

  test('a short password is too short, at sign-in, sign-up, in settings and at reset', () => {
    for (const password of ['12345', '👍👍👍👍👍']) {
      expect(problemsOf('POST /login', { emailId: 'a@b.c', password })).toEqual({ password: shortPassword });
      expect(problemsOf('PUT /resetpassword', { reqToken: 't', password })).toEqual({
        password: shortPassword,
      });
      expect(problemsOf('PUT /r/updateuserpasswd', { passwd: password })).toEqual({ passwd: shortPassword });
    }
    expect(problemsOf('POST /login', { emailId: 'a@b.c' })).toEqual({ password: shortPassword });
    expect(problemsOf('POST /login', { emailId: 'a@b.c', password: '123456' })).toEqual({});
    expect(problemsOf('POST /login', { emailId: 'a@b.c', password: 'x'.repeat(129) })).toHaveProperty(
      'password',
    );
  });

  test('an empty new password is required', () => {
    for (const password of ['', undefined, null]) {
      expect(problemsOf('PUT /resetpassword', { reqToken: 't', password })).toEqual({
        password: 'Password is required',
      });
      expect(problemsOf('PUT /r/updateuserpasswd', { passwd: password })).toEqual({
        passwd: 'Password is required',
      });
    }
  });

  test('every wrong field is told at once', () => {
    expect(problemsOf('POST /register', { emailID: 'nobody' })).toEqual({
      firstName: 'First name is required',
      lastName: 'Last name is required',
      emailID: 'Invalid email address',
      password: shortPassword,
    });
  });

  test('an edit may leave its title out, not empty it', () => {
    expect(problemsOf('PUT /r/chapter', { chapterId: 1 })).toEqual({});
    expect(problemsOf('PUT /r/chapter', { chapterId: 1, title: ' ' })).toEqual({
      title: 'Title needs to be specified',
    });
    // A draft may be without a title; the server knows whether the card is one.
    expect(problemsOf('PUT /r/post', { postId: '1', title: '' })).toEqual({});
    expect(problemsOf('PUT /r/topic', { topicId: 1, name: '' })).toEqual({
      name: 'Name needs to be specified',
    });
  });

  test('feedback checks nothing but its message', () => {
    expect(problemsOf('POST /feedback', { name: '', emailId: 'not an address', feedback: 'Hello' })).toEqual(
      {},
    );
  });

  test('a request to connect names one person', () => {
    const one = { receivingUserId: 'Name one person, by id or by e-mail address' };
    expect(problemsOf('POST /r/connreq', {})).toEqual(one);
    expect(problemsOf('POST /r/connreq', { receivingUserId: 1, receivingUserEmailId: 'a@b.c' })).toEqual(one);
    expect(problemsOf('POST /r/connreq', { receivingUserId: 1 })).toEqual({});
    expect(problemsOf('POST /r/connreq', { receivingUserEmailId: 'a@b.c' })).toEqual({});
  });

  test('a chain file cannot be named outside its folder', () => {
    for (const objectName of ['../secret', '/etc/passwd', 'a/../../b', 'a\\b', './a', 'a/..']) {
      expect(problemsOf('POST /r/chapters', { objectName })).toHaveProperty('objectName');
    }
    for (const objectName of ['chains.json', 'spring/chains.v1.json', 'a..b.json']) {
      expect(problemsOf('POST /r/chapters', { objectName })).toEqual({});
    }
  });

  test('a link to a profile is a link to LinkedIn', () => {
    for (const url of [
      'javascript:alert(1)',
      'https://example.com/in/x',
      'https://evil.com/linkedin.com/in/x',
    ]) {
      expect(problemsOf('PUT /r/updatelinkedinprofile', { url })).toEqual({
        url: 'Please enter the address of a LinkedIn profile',
      });
    }
    expect(problemsOf('PUT /r/updatelinkedinprofile', { url: 'x'.repeat(3000) })).toEqual({
      url: 'LinkedIn profile can have at most 2048 characters',
    });
    expect(problemsOf('PUT /r/updatelinkedinprofile', { url: 'https://www.linkedin.com/in/x' })).toEqual({});
  });

  test('the roles an admin can give leave out the super admin', () => {
    expect(problemsOf('PUT /r/updateuserrole', { userId: 2, userRole: 'kSuperAdmin' })).toHaveProperty(
      'userRole',
    );
    expect(problemsOf('PUT /r/updateuserrole', { userId: 2, userRole: 'kAdmin' })).toEqual({});
  });

  test('a limit outside 1 to 200 and a rank in quotes are refused', () => {
    for (const limit of ['0', '201', '-1', '1.5', 'x', '']) {
      expect(problemsOf('GET /feed', { limit })).toEqual({
        limit: 'limit must be a whole number between 1 and 200',
      });
    }
    for (const limit of ['1', '7', '200', 50]) expect(problemsOf('GET /feed', { limit })).toEqual({});
    const link = { postId: 1, chapterId: 2 };
    expect(problemsOf('PUT /r/link_chapter_post', { ...link, postRank: '1' })).toHaveProperty('postRank');
    expect(problemsOf('PUT /r/link_chapter_post', { ...link, postRank: -0.5 })).toEqual({});
    expect(problemsOf('PUT /r/link_chapter_post', link)).toEqual({});
  });

  test('unknown fields are ignored, wrong types are refused', () => {
    expect(problemsOf('PUT /r/post_like', { postId: 1, liked: true, more: 1 })).toEqual({});
    expect(problemsOf('PUT /r/post_like', { postId: 1, liked: 'true' })).toEqual({
      liked: 'Must be true or false',
    });
    expect(problemsOf('POST /r/chapter', { title: 5 })).toEqual({ title: 'Title must be text' });
  });
});
