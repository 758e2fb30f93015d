import { describe, expect, it } from 'vitest';
import {
  addressTakenEmail,
  alreadyRegisteredEmail,
  connectionRequestEmail,
  creatorDeclinedEmail,
  creatorGrantedEmail,
  deletionScheduledEmail,
  digestEmail,
  type EmailContent,
  emailLink,
  factorChangedEmail,
  factorsEndedEmail,
  factorsLostEmail,
  feedbackEmail,
  invitationEmail,
  leaveAddressEmail,
  newAddressEmail,
  newBrowserEmail,
  passwordChangedEmail,
  passwordResetEmail,
  roleChangedEmail,
  verificationEmail,
} from './emails.ts';
import { renderEmail } from './render.ts';

const publicUrl = 'https://gyan.example';
const url = emailLink(publicUrl, '/somewhere', { t: 'a b&c' });

const emails: [string, (firstName: string) => EmailContent][] = [
  ['verify', (firstName) => verificationEmail({ firstName, url })],
  [
    'already registered',
    (firstName) => alreadyRegisteredEmail({ firstName, signInUrl: url, resetUrl: `${publicUrl}/rpr` }),
  ],
  ['reset', (firstName) => passwordResetEmail({ firstName, url })],
  ['password changed', (firstName) => passwordChangedEmail({ firstName, resetUrl: url })],
  ['new browser', (firstName) => newBrowserEmail({ firstName, browser: 'Firefox on Linux', notMeUrl: url })],
  ['factor changed', (firstName) => factorChangedEmail({ firstName, change: 'It was.', notMeUrl: url })],
  ['factors lost', (firstName) => factorsLostEmail({ firstName, endsAt: new Date(0), notMeUrl: url })],
  ['factors ended', (firstName) => factorsEndedEmail({ firstName, url })],
  ['leave address', (firstName) => leaveAddressEmail({ firstName, newEmail: 'new@example.org', url })],
  ['new address', (firstName) => newAddressEmail({ firstName, url })],
  ['address taken', (firstName) => addressTakenEmail({ firstName, signInUrl: url })],
  ['role changed', (firstName) => roleChangedEmail({ firstName, role: 'kCreator', url })],
  ['creator access granted', (firstName) => creatorGrantedEmail({ firstName, url })],
  ['creator access declined', (firstName) => creatorDeclinedEmail({ firstName, url })],
  [
    'deletion scheduled',
    (firstName) => deletionScheduledEmail({ firstName, eraseAt: new Date('2026-03-01T00:00:00Z'), url }),
  ],
  [
    'connection request',
    (firstName) =>
      connectionRequestEmail({ firstName, sender: { firstName, lastName: '' }, url, unsubscribeUrl: url }),
  ],
];

describe.each(emails)('the e-mail “%s”', (_name, write) => {
  const { subject, html, text } = renderEmail(write('Asha'), publicUrl);

  it('greets by name and leads to the same place in both forms', () => {
    expect(subject).toMatch(/Gyan/);
    expect(text).toContain(', Asha');
    expect(html).toContain(', Asha');
    expect(text).toContain(`\n${url}\n`);
    expect(html).toContain(`href="${url.replaceAll('&', '&amp;')}"`);
  });

  it('carries no link and no message smuggled in as a name', () => {
    const smuggled = renderEmail(write('Win at evil.example'), publicUrl);
    expect(smuggled.text + smuggled.html + smuggled.subject).not.toContain('evil');
  });
});

it('a digest names what waits, with pictures of this site only', () => {
  const item = {
    text: 'Meera liked “Orion”',
    url: `${publicUrl}/pd/orion`,
    pictureUrl: `${publicUrl}/media/a/sm.webp`,
  };
  const content = digestEmail({
    firstName: 'Asha',
    period: 'daily',
    items: [item, { text: '<b>', url }],
    count: 5,
    url,
    settingsUrl: `${publicUrl}/set`,
    stops: [{ label: 'Stop likes', url: `${publicUrl}/unsubscribe?t=1` }],
    unsubscribeUrl: `${publicUrl}/unsubscribe?t=2`,
  });
  const { subject, html, text } = renderEmail(content, publicUrl);
  expect(subject).toBe('5 notices wait for you on Gyan');
  expect(text).toContain(`* ${item.text}\n  ${item.url}\n`);
  expect(text).toContain('at most once a day');
  expect(html).toContain(`<img src="${item.pictureUrl}"`);
  expect(html).toContain('&lt;b&gt;');
  for (const label of ['Choose your e-mails', 'Stop likes', 'Stop this digest']) {
    expect(text).toContain(`${label}:\n${publicUrl}/`);
    expect(html).toContain(`>${label}</a>`);
  }
  const elsewhere = { ...content, items: [{ ...item, pictureUrl: 'https://evil.example/x.png' }] };
  expect(() => renderEmail(elsewhere, publicUrl)).toThrow('public address');
});

it('shows both ways to somebody who already has an account', () => {
  const content = alreadyRegisteredEmail({ firstName: '', signInUrl: url, resetUrl: `${publicUrl}/rpr` });
  const { html, text } = renderEmail(content, publicUrl);
  expect(text).toContain(`Choose a new password:\n${publicUrl}/rpr\n`);
  expect(html).toContain(`href="${publicUrl}/rpr"`);
  const astray = { ...content, alternative: { label: 'x', url: 'https://evil.example/' } };
  expect(() => renderEmail(astray, publicUrl)).toThrow('public address');
});

it('says on which day an account is erased and how to keep it', () => {
  const { text } = renderEmail(
    deletionScheduledEmail({ firstName: '', eraseAt: new Date('2026-03-01T23:30:00Z'), url }),
    publicUrl,
  );
  expect(text).toContain('1 March 2026');
  expect(text).toContain('sign in before that day');
});

it('names who invites by a name that is nothing else', () => {
  const subjectOf = (firstName: string, lastName: string) =>
    renderEmail(invitationEmail({ sender: { firstName, lastName }, url }), publicUrl).subject;
  expect(subjectOf('Asha', 'Verma')).toBe('Asha Verma invites you to Gyan');
  expect(subjectOf('Asha', 'at https://evil.example')).toBe('Asha invites you to Gyan');
  expect(subjectOf('Call +1 (234)', 'now')).toBe('Somebody invites you to Gyan');
});

it('passes on every line of what somebody wrote to us, as text', () => {
  const { html, text } = renderEmail(
    feedbackEmail({
      kind: 'contact',
      name: null,
      email: 'ann@mail.example',
      message: 'One\n\n<b>Two</b>',
      url,
    }),
    publicUrl,
  );
  expect(text).toContain('ann@mail.example');
  expect(text).toContain('<b>Two</b>');
  expect(html).toContain('&lt;b&gt;Two&lt;/b&gt;');
});
